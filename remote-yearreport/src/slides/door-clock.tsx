import { fill } from '@fridge/shared-contracts';
import { Layer } from '../scenes/layer.tsx';
import { copy } from '../story-copy.ts';
import { ChartTable } from './chart-table.tsx';
import { type DoorPeriod, highest } from './charts.ts';
import styles from './door-clock.module.css';
import type { SlideOf } from './slide-model.ts';
import { spanOf } from './slide-words.tsx';

/** On the 24-hour dial, degrees clockwise from midnight. */
const sectors: Record<DoorPeriod, { middle: number; width: number; colour: string }> = {
  morning: { middle: 112, width: 62, colour: 'var(--mint)' },
  noon: { middle: 186, width: 62, colour: 'var(--gold)' },
  night: { middle: 300, width: 96, colour: 'var(--night-hours)' },
};
const DIAL = '-170 -170 340 340';
const INNER = 40;
const OUTER = 148;

const value = (count: number) => fill(copy['report.door.value'], { n: count });

/** A sector's area is proportional to its count. */
export function DoorClock({ slide: { bars, alt, title } }: { slide: SlideOf<'door'> }) {
  const most = highest(bars)?.count ?? 1;
  const naming = { role: 'img', 'aria-label': alt };
  return (
    <figure className={styles.figure}>
      <div className={styles.dial} {...naming}>
        <Layer viewBox={DIAL} drawing="dial" />
        {bars.map(({ name, count }, at) => count > 0 && (
          <Layer key={name} viewBox={DIAL} motion="pop" delay={240 + at * 180} className={styles.petal}>
            <path d={sectorPath(name, INNER + (OUTER - INNER) * Math.sqrt(count / most))} fill={sectors[name].colour} />
          </Layer>
        ))}
        <Layer viewBox={DIAL} drawing="dial-marks" />
      </div>
      <figcaption className={styles.legend} aria-hidden="true">
        {bars.map(({ name, label, count }) => (
          <span key={name} className={styles.entry}>
            <span className={styles.name}>
              <i className={styles.dot} style={{ background: sectors[name].colour }} />
              {label}
            </span>
            <b className={styles.count} style={spanOf(value(count))}>{value(count)}</b>
          </span>
        ))}
      </figcaption>
      <ChartTable
        title={title}
        name={copy['report.door.head.name']}
        count={copy['report.door.head.count']}
        bars={bars}
        value={value}
      />
    </figure>
  );
}

/** Around (0, 0). */
function sectorPath(period: DoorPeriod, outer: number): string {
  const { middle, width } = sectors[period];
  const [from, to] = [middle - width / 2, middle + width / 2];
  return (
    `M${point(INNER, from)}L${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}` +
    `L${point(INNER, to)}A${INNER} ${INNER} 0 0 0 ${point(INNER, from)}Z`
  );
}

function point(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}
