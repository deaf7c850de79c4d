import { unseen } from '@fridge/shared-ui';
import { Layer } from '../scenes/layer.tsx';
import { namedImage } from '../theme/inline-svg.tsx';
import { copy } from '../copy.ts';
import type { DoorPeriod } from './charts.ts';
import clock from './door-clock.module.css';
import shelf from './function-jars.module.css';
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

/** A sector's area is proportional to its count. */
export function DoorClock({ slide }: { slide: SlideOf<'door'> }) {
  const { bars, alt } = slide;
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <figure className={clock.figure}>
      <div className={clock.dial} {...namedImage(alt)}>
        <Layer viewBox={DIAL} drawing="dial" />
        {bars.map(
          ({ name, count }, at) =>
            count > 0 && (
              <Layer key={name} viewBox={DIAL} motion="pop" delay={240 + at * 180} className={clock.petal}>
                <Sector period={name} outer={INNER + (OUTER - INNER) * Math.sqrt(count / most)} />
              </Layer>
            ),
        )}
        <Layer viewBox={DIAL} drawing="dial-marks" />
      </div>
      <figcaption className={clock.legend} aria-hidden="true">
        {bars.map(({ name, label, text }) => (
          <span key={name} className={clock.entry}>
            <span className={clock.name}>
              <i className={clock.dot} style={{ background: sectors[name].colour }} />
              {label}
            </span>
            <b className={clock.count} style={spanOf(text)}>
              {text}
            </b>
          </span>
        ))}
      </figcaption>
      <ChartTable of="door" slide={slide} />
    </figure>
  );
}

/** An arc around (0, 0), as wide as its ring. */
function Sector({ period, outer }: { period: DoorPeriod; outer: number }) {
  const { middle, width, colour } = sectors[period];
  const radius = (INNER + outer) / 2;
  return (
    <circle
      r={radius}
      stroke={colour}
      strokeWidth={outer - INNER}
      strokeLinecap="butt"
      strokeDasharray={`${(radius * width * Math.PI) / 180} ${2 * Math.PI * radius}`}
      transform={`rotate(${middle - width / 2 - 90})`}
    />
  );
}

const JAR = '0 0 80 96';
/** y in its drawing. */
const FLOOR = 88;
const BRIM = 28;
const LEAST = 0.06;
const colours = ['gold', 'coral', 'mint', 'lilac', 'cream', 'quiet'] as const;

export function FunctionJars({ slide }: { slide: SlideOf<'jars'> }) {
  const { bars, alt } = slide;
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <figure className={shelf.figure}>
      <div className={shelf.shelf} {...namedImage(alt)}>
        {bars.map(({ name, label, count, text }, at) => (
          <div key={name} className={shelf.jar}>
            <div className={shelf.glass} aria-hidden="true">
              <Layer viewBox={JAR} motion="fill" delay={300 + at * 90}>
                <path
                  d={`M13 86V${levelOf(count / most)}q13.5-6 27 0t27 0V86q-1 6-9 7H22q-8-1-9-7Z`}
                  fill={`var(--${colours[at]})`}
                />
              </Layer>
              <Layer viewBox={JAR} drawing="jar" />
            </div>
            <span className={shelf.plank} />
            <span className={shelf.board}>
              <b className={shelf.count} style={spanOf(text)}>
                {text}
              </b>
              <span className={shelf.name}>{label}</span>
            </span>
          </div>
        ))}
      </div>
      <ChartTable of="func" slide={slide} />
    </figure>
  );
}

const levelOf = (share: number): string => (FLOOR - (FLOOR - BRIM) * Math.max(LEAST, share)).toFixed(1);

/** For screen readers. */
function ChartTable({ of, slide: { title, bars } }: { of: 'door' | 'func'; slide: SlideOf<'door' | 'jars'> }) {
  return (
    <table className={unseen}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{copy[`report.${of}.head.name`]}</th>
          <th scope="col">{copy[`report.${of}.head.count`]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, label, text }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
