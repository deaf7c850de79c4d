import { commonCopy } from '@fridge/shared-contracts';
import { Button, Fridge, type FridgeMood, joinClasses, Phrases } from '@fridge/shared-ui';
import kitchen from './kitchen.module.css';
import styles from './failure.module.css';

export interface FailureProps {
  mood: Extract<FridgeMood, 'puzzled' | 'unplugged'>;
  title: string;
  /** Level of the heading. */
  level: 1 | 2;
  onRetry: () => void;
}

/** What couldn't be read, the fridge with a fitting face, and the way to try again (look, "States are designed too"). */
export function Failure({ mood, title, level, onRetry }: FailureProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.failure}>
      <Fridge mood={mood} className={styles.fridge} />
      <div role="alert"><Heading className={joinClasses(kitchen.display, styles.title)}><Phrases text={title} /></Heading></div>
      <Button className={styles.again} onClick={onRetry}>{commonCopy['common.retry']}</Button>
    </div>
  );
}
