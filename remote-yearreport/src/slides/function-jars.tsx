import { fill } from '@fridge/shared-contracts';
import { copy } from '../story-copy.ts';
import scene from '../scenes/scene.module.css';
import { ChartTable } from './chart-table.tsx';
import styles from './function-jars.module.css';
import type { SlideOf } from './slide-model.ts';
import { spanOf } from './slide-words.tsx';

/** A jar's inside from its floor to its brim, in the drawing's units. */
const JAR = { floor: 88, brim: 28 } as const;
/** What is little can still be seen. */
const LEAST = 0.06;
const fillings = ['gold', 'coral', 'mint', 'lilac', 'cream', 'quiet'] as const;

const value = (count: number) => fill(copy['report.func.value'], { n: count });

/** The functions as jars on a shelf, filled by how often each was used. */
export function FunctionJars({ slide: { bars, alt, title } }: { slide: SlideOf<'jars'> }) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  // A list of drawings is one picture to those who can't see it; the table has the values.
  const naming = { role: 'img', 'aria-label': alt };
  return (
    <figure className={styles.figure}>
      <div className={styles.shelf} {...naming}>
        {bars.map(({ name, label, count }, at) => (
          <div key={name} className={styles.jar}>
            <div className={styles.glass} aria-hidden="true">
              <svg viewBox="0 0 80 96" preserveAspectRatio="xMidYMax meet" focusable="false" className={scene.fill} style={{ animationDelay: `${300 + Math.min(at, 5) * 90}ms` }}>
                <path d={`M13 86V${level(count / most)}q13.5-6 27 0t27 0V86q-1 6-9 7H22q-8-1-9-7Z`} fill={`var(--${fillings[at % fillings.length]})`} />
              </svg>
              <svg viewBox="0 0 80 96" preserveAspectRatio="xMidYMax meet" focusable="false">
                <path d="M12 28q0-6 6-8h44q6 2 6 8v56q0 10-10 10H22q-10 0-10-10Z" fill="#fff" fillOpacity=".1" stroke="#fff" strokeOpacity=".55" strokeWidth="2" />
                <path d="M20 34v46" stroke="#fff" strokeOpacity=".5" strokeWidth="5" strokeLinecap="round" />
                <path d="M16 8h48a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3Z" fill="var(--mid)" stroke="#fff" strokeOpacity=".4" />
              </svg>
            </div>
            <span className={styles.plank} />
            <span className={styles.board} />
            <b className={styles.count} style={spanOf(value(count))}>{value(count)}</b>
            <span className={styles.name}>{label}</span>
          </div>
        ))}
      </div>
      <ChartTable title={title} name={copy['report.func.head.name']} count={copy['report.func.head.count']} bars={bars} value={value} />
    </figure>
  );
}

const level = (share: number): string => (JAR.floor - (JAR.floor - JAR.brim) * Math.max(LEAST, share)).toFixed(1);
