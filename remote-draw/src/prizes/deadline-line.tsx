import { fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { joinClasses, WholeText } from '@fridge/shared-ui';
import { ClockIcon } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import styles from './prizes.module.css';
import { prizeKind } from './use-prizes.ts';

const revokedWords = ['已取消', '不能再', '领取或使用', '已更换', '查看新的奖品'];
const words = ['填写', '修改', '收货', '地址', '逾期', '视为', '放弃', '失效'];

export function DeadlineLine({ prize, deadline }: { prize: Prize; deadline: Deadline | null }) {
  if (deadline === null) return null;
  const { date, isPassed } = deadline;
  const purpose = purposeOf(prize);
  return (
    <p className={joinClasses(styles.deadline, isPassed && styles.passed)}>
      <ClockIcon className={styles.clock} />
      <span>
        <WholeText
          text={fill(copy[`draw.prize.${isPassed ? 'passed' : 'deadline'}.${purpose}`], { date })}
          phrases={words}
        />
      </span>
    </p>
  );
}

/** In place of all that could be done with a prize. */
export function RevokedLine({ prize: { isReplaced } }: { prize: Prize }) {
  return (
    <p className={joinClasses(styles.deadline, styles.passed)}>
      <span>
        <WholeText text={copy[isReplaced ? 'draw.prize.replaced' : 'draw.prize.revoked']} phrases={revokedWords} />
      </span>
    </p>
  );
}

function purposeOf(prize: Prize): 'address' | 'change' | 'redeem' | 'use' {
  const kind = prizeKind(prize);
  if (kind === 'physical') return prize.userAddress === '' ? 'address' : 'change';
  return kind === 'virtual' ? 'redeem' : 'use';
}

export type Deadline = { date: string; isPassed: boolean };

/**
 * By the server's business clock (spec section 9); the deadline itself is open.
 * @param deadline ISO time with offset
 * @param now business time in milliseconds, `null` while unknown
 * @returns `null` without a readable deadline: the server decides
 */
export function readDeadline(deadline: string | null, now: number | null): Deadline | null {
  const instant = parseInstant(deadline);
  if (instant === null) return null;
  return { date: formatDateTime(instant), isPassed: now !== null && now > instant };
}
