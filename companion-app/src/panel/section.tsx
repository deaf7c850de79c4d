import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = { title: string; testId: string; action?: ReactNode; grows?: boolean; children: ReactNode };

/** One group of the panel under a ruled heading. */
export function Section({ title, testId, action, grows = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={grows ? styles.grows : styles.section} aria-labelledby={id} data-testid={testId}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
