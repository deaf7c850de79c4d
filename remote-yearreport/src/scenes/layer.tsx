import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { InlineSvg, type InlineSvgProps } from '../theme/inline-svg.tsx';
import motions from '../theme/motion.module.css';
import styles from './scene.module.css';

const drawings = import.meta.glob<string>('./drawings/*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * @param name in `drawings/`
 * @throws for an unknown name
 */
export function Drawing({ name, ...place }: Omit<InlineSvgProps, 'svg'> & { name: string }) {
  const svg = drawings[`./drawings/${name}.svg`];
  if (svg === undefined) throw new Error(`There is no drawings/${name}.svg.`);
  return <InlineSvg svg={svg} {...place} />;
}

/** The entrance of a layer. */
export type Motion = 'rise' | 'pop' | 'fade' | 'drop' | 'fill' | 'sway';

interface LayerProps {
  drawing?: string;
  /** Default: none. */
  motion?: Motion;
  /** Milliseconds. Default: none. */
  delay?: number | undefined;
  /** Milliseconds. Default: the motion's. */
  duration?: number | undefined;
  viewBox?: string;
  className?: string | undefined;
  children?: ReactNode;
}

const milliseconds = (time: number | undefined) => (time === undefined ? undefined : `${time}ms`);

/**
 * One layer of a scene, with the worktop at y = 340. Its own `svg`: the compositor moves elements, not groups inside
 * one. Use few: each is composited in every frame of a turn.
 */
export function Layer({ drawing, motion, delay, duration, viewBox = '0 0 390 340', className, children }: LayerProps) {
  return (
    <svg
      className={joinClasses(styles.scene, motion && motions[motion], className)}
      style={{ animationDelay: milliseconds(delay), animationDuration: milliseconds(duration) }}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
    >
      {drawing !== undefined && <Drawing name={drawing} />}
      {children}
    </svg>
  );
}
