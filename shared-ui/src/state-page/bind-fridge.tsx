import { commonCopy } from '@fridge/shared-contracts';
import { Button } from '../button/button.tsx';
import { Fridge } from '../fridge/fridge.tsx';
import { joinClasses } from '../join-classes.ts';
import { Picture } from '../picture.tsx';
import { useSubmitLock } from '../use-submit-lock.ts';
import styles from './bind-fridge.module.css';

interface BindFridgeProps {
  /** The button is busy until it resolves. */
  onBind: () => Promise<unknown>;
  /** Default: the button's own label. */
  busyLabel?: string | undefined;
  /** Default: 2. */
  headingLevel?: 1 | 2;
  /** Address of a picture, 336 by 180, that belongs to the screen: with it the invitation has no ground of its own. */
  scene?: string | undefined;
  className?: string | undefined;
}

/** Invites to bind a fridge (copy deck 2.2). */
export function BindFridge({ onBind, busyLabel, headingLevel = 2, scene = '', className }: BindFridgeProps) {
  const { locked, submitOnce } = useSubmitLock();
  const Heading = `h${headingLevel}` as const;
  const bind = () =>
    void submitOnce(async () => {
      await onBind();
      return false;
    });
  return (
    <section className={joinClasses(styles.invitation, scene === '' ? styles.card : styles.placed, className)}>
      <Picture
        src={scene}
        alt=""
        className={styles.scene}
        fallback={<Fridge mood="unplugged" className={styles.fridge} />}
      />
      <div className={styles.texts}>
        <Heading className={styles.title}>{commonCopy['host.bind.title']}</Heading>
        <p className={styles.text}>{commonCopy['host.bind.desc']}</p>
        <Button busy={locked} busyLabel={busyLabel} onClick={bind}>
          {commonCopy['host.bind.button']}
        </Button>
      </div>
    </section>
  );
}
