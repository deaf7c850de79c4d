import { fill } from '@fridge/shared-contracts';
import { copy } from '../story-copy.ts';
import { Layer } from '../scenes/layer.tsx';
import { highest, type DoorPeriod } from './charts.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './door-clock.module.css';
import { petalPath } from './petal.ts';
import type { SlideOf } from './slide-model.ts';
import { spanOf } from './slide-words.tsx';

/** Where on the 24-hour dial each part of the day shines, in degrees from midnight, and how wide. */
const petals: Record<DoorPeriod, { turn: number; width: number }> = {
  morning: { turn: 112, width: 62 },
  noon: { turn: 186, width: 62 },
  night: { turn: 300, width: 96 },
};
const DIAL = '-170 -170 340 340';
const INNER = 40;
const OUTER = 148;

const value = (count: number) => fill(copy['report.door.value'], { n: count });

/** The day's openings as a clock of light: the more often, the further a part of the day shines. */
export function DoorClock({ slide: { bars, alt, title } }: { slide: SlideOf<'door'> }) {
  const most = highest(bars)?.count ?? 1;
  const naming = { role: 'img', 'aria-label': alt };
  return (
    <figure className={styles.figure}>
      <div className={styles.dial} {...naming}>
        <Layer viewBox={DIAL}>
          <circle r="164" fill="var(--shade)" opacity=".5" /><circle r="164" stroke="var(--counter-edge)" strokeWidth="2" />
          {Array.from({ length: 24 }, (_, hour) => (
            <path key={hour} d={hour % 6 === 0 ? 'M0-162v14' : 'M0-161v6'} stroke="var(--quiet)" strokeWidth={hour % 6 === 0 ? 3 : 2} opacity={hour % 6 === 0 ? 1 : 0.55} transform={`rotate(${hour * 15})`} />
          ))}
        </Layer>
        {bars.map(({ name, count }, at) => count > 0 && (
          <Layer key={name} viewBox={DIAL} motion="pop" delay={240 + at * 180} className={styles.petal}>
            <path d={petalPath(petals[name], INNER, INNER + (OUTER - INNER) * Math.sqrt(count / most))} fill={`var(--${tints[name]})`} />
          </Layer>
        ))}
        <Layer viewBox={DIAL}>
          <circle cy="-157" r="15" fill="var(--sky-top)" /><path d="M2-167a10 10 0 1 0 8 13 8 8 0 0 1-8-13Z" fill="var(--cream)" />
          <circle cy="157" r="15" fill="var(--sky-top)" /><circle cy="157" r="5.5" fill="var(--gold)" /><path d="M0 146v-1M0 169v-1M-11 157h-1M12 157h-1M-8 149v-.01M8 149v-.01M-8 165v-.01M8 165v-.01" stroke="var(--gold)" strokeWidth="3" />
          <circle r="33" fill="var(--sky-top)" /><path d="M-9-19H9a5 5 0 0 1 5 5v11h-28v-11a5 5 0 0 1 5-5ZM-14 2h28v13a5 5 0 0 1-5 5H-9a5 5 0 0 1-5-5ZM-8-12v6M-8 7v5" stroke="var(--gold)" strokeWidth="2.5" />
        </Layer>
      </div>
      <figcaption className={styles.legend} aria-hidden="true">
        {bars.map(({ name, label, count }) => (
          <span key={name} className={styles.entry}>
            <span className={styles.name}><i className={styles.dot} style={{ background: `var(--${tints[name]})` }} />{label}</span>
            <b className={styles.count} style={spanOf(value(count))}>{value(count)}</b>
          </span>
        ))}
      </figcaption>
      <ChartTable title={title} name={copy['report.door.head.name']} count={copy['report.door.head.count']} bars={bars} value={value} />
    </figure>
  );
}

const tints: Record<DoorPeriod, string> = { morning: 'mint', noon: 'gold', night: 'night-hours' };
