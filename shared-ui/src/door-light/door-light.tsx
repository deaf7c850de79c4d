import { joinClasses } from '../join-classes.ts';
import styles from './door-light.module.css';

interface DoorLightProps {
  /** Default: `right`. */
  from?: 'left' | 'right' | 'top';
  /** Default: `true`. */
  sweep?: boolean;
  className?: string | undefined;
}

/**
 * The fridge door's light, filling its positioned parent (look, "One idea"). Colour and opacity: `--fridge-light`,
 * `--door-light-opacity`.
 */
export function DoorLight({ from = 'right', sweep = true, className }: DoorLightProps) {
  return (
    <div aria-hidden="true" className={joinClasses(styles.room, styles[from], className)}>
      <div className={joinClasses(styles.wedge, sweep && styles.sweep)} />
    </div>
  );
}
