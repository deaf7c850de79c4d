import { GiftDrawing } from '../theme/gift-art.tsx';
import { asLevel } from '../draw/outcome.ts';
import { SEGMENT_DEGREES, segments } from './segments.ts';
import styles from './wheel.module.css';

/** In the disc's units; its centre is the origin. */
const RADIUS = 168;
const half = (SEGMENT_DEGREES / 2) * (Math.PI / 180);
const [x, y] = [RADIUS * Math.sin(half), -RADIUS * Math.cos(half)].map((value) => Math.round(value * 100) / 100);
const slice = `M0 0 ${-(x ?? 0)} ${y}A${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}Z`;
const border = `M0 0 ${x} ${y}`;

/** Only the segments' shapes receive hit tests, each with its index. */
export function WheelDisc({ label: picture }: { label: string }) {
  const naming = { role: 'img', 'aria-label': picture };
  return (
    <svg {...naming} className={styles.discDrawing} viewBox={`${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`} focusable="false">
      {segments.map(({ index, level }) => (
        <path
          key={index}
          data-segment={index}
          d={slice}
          transform={`rotate(${index * SEGMENT_DEGREES})`}
          className={level === null ? styles.thanks : index % 4 === 0 ? styles.cream : styles.honey}
        />
      ))}
      <g className={styles.untouchable}>
        {segments.map(({ index, label, level }) => (
          <g key={index} transform={`rotate(${index * SEGMENT_DEGREES})`}>
            <path d={border} className={styles.border} />
            <text y={-127} className={styles.label}>{label}</text>
            <svg x={-29} y={-117} width={58} height={58} viewBox="0 0 64 64"><GiftDrawing gift={asLevel(level) ?? 'thanks'} /></svg>
          </g>
        ))}
        <circle r={RADIUS - 1.5} className={styles.edge} />
      </g>
    </svg>
  );
}
