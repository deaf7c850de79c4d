import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './scene.module.css';

export interface LayerProps {
  /** How it enters with its slide; without one it is simply there. */
  motion?: 'rise' | 'pop' | 'fade' | 'drop' | 'sway';
  /** Milliseconds until it enters. */
  delay?: number;
  /** Milliseconds that entering takes, where that isn't its motion's own. */
  lasts?: number;
  viewBox?: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * One layer of a scene: a drawing of its own, laid over the others. Whole drawings are moved by the compositor; a group
 * within one would be painted anew for every frame. Each that moves is as large as the scene and drawn for every frame
 * of a turn, so a scene has few of them. The worktop is at the lower edge, y = 340.
 */
export function Layer({ motion, delay, lasts, viewBox = '0 0 390 340', className, children }: LayerProps) {
  const timing = { ...(delay !== undefined && { animationDelay: `${delay}ms` }), ...(lasts !== undefined && { animationDuration: `${lasts}ms` }) };
  const classes = joinClasses(styles.scene, motion && styles[motion], className);
  return (
    <svg className={classes} style={timing} viewBox={viewBox} preserveAspectRatio="xMidYMax meet" focusable="false" aria-hidden="true">
      {children}
    </svg>
  );
}
