import { fill } from '@fridge/shared-contracts';
import { Drawing } from '../scenes/layer.tsx';
import scene from '../scenes/scene.module.css';
import { copy } from '../story-copy.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './function-jars.module.css';
import type { SlideOf } from './slide-model.ts';
import { spanOf } from './slide-words.tsx';

/** y in the jar's drawing. */
const JAR = { floor: 88, brim: 28 } as const;
const LEAST = 0.06;
const colours = ['gold', 'coral', 'mint', 'lilac', 'cream', 'quiet'] as const;
const jarFrame = { viewBox: '0 0 80 96', preserveAspectRatio: 'xMidYMax meet', focusable: false } as const;

const value = (count: number) => fill(copy['report.func.value'], { n: count });

export function FunctionJars({ slide: { bars, alt, title } }: { slide: SlideOf<'jars'> }) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const naming = { role: 'img', 'aria-label': alt };
  return (
    <figure className={styles.figure}>
      <div className={styles.shelf} {...naming}>
        {bars.map(({ name, label, count }, at) => (
          <div key={name} className={styles.jar}>
            <div className={styles.glass} aria-hidden="true">
              <svg
                {...jarFrame}
                className={scene.fill}
                style={{ animationDelay: `${300 + Math.min(at, 5) * 90}ms` }}
              >
                <path
                  d={`M13 86V${levelOf(count / most)}q13.5-6 27 0t27 0V86q-1 6-9 7H22q-8-1-9-7Z`}
                  fill={`var(--${colours[at % colours.length]})`}
                />
              </svg>
              <svg {...jarFrame}><Drawing name="jar" /></svg>
            </div>
            <span className={styles.plank} />
            <span className={styles.board} />
            <b className={styles.count} style={spanOf(value(count))}>{value(count)}</b>
            <span className={styles.name}>{label}</span>
          </div>
        ))}
      </div>
      <ChartTable
        title={title}
        name={copy['report.func.head.name']}
        count={copy['report.func.head.count']}
        bars={bars}
        value={value}
      />
    </figure>
  );
}

const levelOf = (share: number): string => (JAR.floor - (JAR.floor - JAR.brim) * Math.max(LEAST, share)).toFixed(1);
