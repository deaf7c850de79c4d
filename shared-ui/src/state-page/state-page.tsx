import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { DoorLight } from '../door-light/door-light.tsx';
import { Fridge, type FridgeMood } from '../fridge/fridge.tsx';
import { joinClasses } from '../join-classes.ts';
import { Phrases } from '../phrases/phrases.tsx';
import styles from './state-page.module.css';

interface StatePageProps {
  mood: FridgeMood;
  title: ReactNode;
  text?: ReactNode;
  action?: ComponentProps<typeof Button>;
  /** Between title and text: a quiet line, with what counts in `b`. */
  children?: ReactNode;
  /** Below the action. The words keep their place, whatever is in it. */
  more?: ReactNode;
  /** Once: screen readers announce it. Default: `false`. */
  focusHeading?: boolean;
}

/** The fridge, one sentence, one button, and the light (look, "Worlds"). */
export function StatePage({ mood, title, text, action, children, more, focusHeading }: StatePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusHeading) heading.current?.focus({ preventScroll: true });
  }, [focusHeading]);
  return (
    <section className={joinClasses(styles.page, Boolean(children) && styles.leading, Boolean(more) && styles.listing)}>
      <DoorLight className={styles.light} />
      <div className={styles.scene}>
        <Fridge mood={mood} />
      </div>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {typeof title === 'string' ? <Phrases text={title} /> : title}
        </h1>
        {children && <div className={styles.lead}>{children}</div>}
        {text !== undefined && (
          <p className={styles.text}>{typeof text === 'string' ? <Phrases text={text} /> : text}</p>
        )}
        {action && <Button className={styles.action} {...action} />}
        {more}
      </div>
    </section>
  );
}
