import { joinClasses } from '../join-classes.ts';
import styles from './door-light.module.css';

interface DoorLightProps {
  /** Default: `right`. */
  from?: 'right' | 'top';
  className?: string | undefined;
}

/**
 * The fridge door's light, filling its positioned parent (look, "One idea"). Colour and opacity: `--fridge-light`,
 * `--door-light-opacity`.
 */
export function DoorLight({ from = 'right', className }: DoorLightProps) {
  return (
    <div aria-hidden="true" className={joinClasses(styles.room, from === 'top' && styles.top, className)}>
      <div className={styles.wedge} />
    </div>
  );
}
