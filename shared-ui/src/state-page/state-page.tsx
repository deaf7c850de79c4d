import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { DoorLight } from '../door-light/door-light.tsx';
import { Phrases } from '../phrases/phrases.tsx';
import styles from './state-page.module.css';

interface StateAction {
  label: string;
  onPress: () => void;
  busy?: boolean;
  busyLabel?: string | undefined;
}

interface StatePageProps {
  /** Usually a `Fridge`. */
  illustration: ReactNode;
  title: ReactNode;
  text?: string | undefined;
  action?: StateAction;
  /** Beside the action: a quiet link. */
  more?: ReactNode;
  /** Once: screen readers announce it. Default: `false`. */
  focusHeading?: boolean;
}

/** The fridge, one sentence, one button, and the light (look, "Worlds"). */
export function StatePage({ illustration, title, text, action, more, focusHeading = false }: StatePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusHeading) heading.current?.focus({ preventScroll: true });
  }, [focusHeading]);
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <div className={styles.scene}>{illustration}</div>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {typeof title === 'string' ? <Phrases text={title} /> : title}
        </h1>
        {text !== undefined && (
          <p className={styles.text}>
            <Phrases text={text} />
          </p>
        )}
        {action && (
          <Button
            className={styles.action}
            busy={action.busy ?? false}
            busyLabel={action.busyLabel}
            onClick={action.onPress}
          >
            {action.label}
          </Button>
        )}
        {more}
      </div>
    </section>
  );
}
