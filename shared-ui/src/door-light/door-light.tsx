import { joinClasses } from '../join-classes.ts';
import styles from './door-light.module.css';

export interface DoorLightProps {
  /** The corner or edge the light comes from. Default: `right`. */
  from?: 'left' | 'right' | 'top';
  /** Without it the light is simply there. Default: `true`. */
  sweep?: boolean;
  className?: string | undefined;
}

/**
 * The light from the fridge door: a soft-edged warm wedge that fills its positioned parent and sweeps in once
 * (look, "One idea"). Colour and strength: `--fridge-light`, `--door-light-opacity`.
 */
export function DoorLight({ from = 'right', sweep = true, className }: DoorLightProps) {
  return (
    <div aria-hidden="true" className={joinClasses(styles.room, styles[from], className)}>
      <div className={joinClasses(styles.wedge, sweep && styles.sweep)} />
    </div>
  );
}
