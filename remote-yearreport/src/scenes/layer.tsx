import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { InlineSvg, type InlineSvgProps } from '../theme/inline-svg.tsx';
import styles from './scene.module.css';

const drawings = import.meta.glob<string>('./drawings/*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * @param name of a file in `drawings/`
 * @throws when there is no such file
 */
export function Drawing({ name, ...place }: Omit<InlineSvgProps, 'svg'> & { name: string }) {
  const svg = drawings[`./drawings/${name}.svg`];
  if (svg === undefined) throw new Error(`There is no drawings/${name}.svg.`);
  return <InlineSvg svg={svg} {...place} />;
}

export interface LayerProps {
  /** Name of its drawing, if it has one. */
  drawing?: string;
  /** How it enters with its slide. Default: it doesn't move. */
  motion?: 'rise' | 'pop' | 'fade' | 'drop' | 'sway';
  /** Milliseconds. */
  delay?: number;
  /** Milliseconds. Default: those of its motion. */
  duration?: number;
  viewBox?: string;
  className?: string | undefined;
  children?: ReactNode;
}

/**
 * One layer of a scene, with the worktop at y = 340. Each is an `svg` of its own, since the compositor can move whole
 * elements but not groups inside one. Layers are as large as the scene and composited in each frame of a turn: use few.
 */
export function Layer({ drawing, motion, delay, duration, viewBox = '0 0 390 340', className, children }: LayerProps) {
  const timing = {
    ...(delay !== undefined && { animationDelay: `${delay}ms` }),
    ...(duration !== undefined && { animationDuration: `${duration}ms` }),
  };
  return (
    <svg
      className={joinClasses(styles.scene, motion && styles[motion], className)}
      style={timing}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMax meet"
      focusable="false"
      aria-hidden="true"
    >
      {drawing !== undefined && <Drawing name={drawing} />}
      {children}
    </svg>
  );
}
