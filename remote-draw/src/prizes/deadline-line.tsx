import { fill } from '@fridge/shared-contracts';
import { ClockIcon, joinClasses, WholeText } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import type { Deadline } from './deadline.ts';
import styles from './deadline-line.module.css';

export interface DeadlineLineProps {
  deadline: Deadline;
  purpose: 'address' | 'change' | 'redeem' | 'use';
  className?: string | undefined;
}

export function DeadlineLine({ deadline, purpose, className }: DeadlineLineProps) {
  if (deadline.state === 'none') return null;
  const text = deadline.state === 'open' ? fill(copy[`draw.prize.deadline.${purpose}`], { date: deadline.date }) : copy[`draw.prize.passed.${purpose}`];
  return (
    <p className={joinClasses(styles.line, deadline.state === 'passed' && styles.passed, className)}>
      <ClockIcon className={styles.icon} />
      <span><WholeText text={text} /></span>
    </p>
  );
}
