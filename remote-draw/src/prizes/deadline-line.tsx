import { fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { joinClasses, WholeText } from '@fridge/shared-ui';
import { ClockIcon } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import styles from './deadline-line.module.css';

export interface DeadlineLineProps {
  deadline: Deadline;
  purpose: 'address' | 'change' | 'redeem' | 'use';
  className?: string | undefined;
}

const words = ['填写', '修改', '收货', '地址', '逾期', '视为', '放弃', '失效'];

export function DeadlineLine({ deadline, purpose, className }: DeadlineLineProps) {
  if (deadline.state === 'none') return null;
  const text =
    deadline.state === 'open'
      ? fill(copy[`draw.prize.deadline.${purpose}`], { date: deadline.date })
      : copy[`draw.prize.passed.${purpose}`];
  return (
    <p className={joinClasses(styles.line, deadline.state === 'passed' && styles.passed, className)}>
      <ClockIcon className={styles.icon} />
      <span>
        <WholeText text={text} phrases={words} />
      </span>
    </p>
  );
}

/** `none`: no readable deadline; the server decides. */
export type Deadline = { state: 'none' } | { state: 'open' | 'passed'; date: string };

/**
 * By the server's business clock (spec section 9); the deadline itself is open.
 * @param deadline ISO time with offset
 * @param now business time in milliseconds, `null` while unknown
 */
export function readDeadline(deadline: string | null, now: number | null): Deadline {
  const instant = deadline === null ? null : parseInstant(deadline);
  if (instant === null) return { state: 'none' };
  return { state: now !== null && now > instant ? 'passed' : 'open', date: formatDateTime(instant) };
}
