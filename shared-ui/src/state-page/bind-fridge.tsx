import { Fridge } from '../fridge/fridge.tsx';
import { joinClasses } from '../join-classes.ts';
import { Button } from '../button/button.tsx';
import styles from './bind-fridge.module.css';

export interface BindFridgeProps {
  title: string;
  description: string;
  buttonLabel: string;
  onBind: () => void;
  busy?: boolean;
  busyLabel?: string | undefined;
  /** Level of the heading. Default: 2. */
  headingLevel?: 1 | 2 | 3;
  className?: string | undefined;
}

/** The empty state of a home without a fridge (architecture, "The house"): an invitation, not an error. */
export function BindFridge({ title, description, buttonLabel, onBind, busy = false, busyLabel, headingLevel = 2, className }: BindFridgeProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={joinClasses(styles.invitation, className)}>
      <Fridge mood="unplugged" className={styles.fridge} />
      <div className={styles.texts}>
        <Heading className={styles.title}>{title}</Heading>
        <p className={styles.text}>{description}</p>
        <Button busy={busy} busyLabel={busyLabel} onClick={onBind}>{buttonLabel}</Button>
      </div>
    </section>
  );
}
