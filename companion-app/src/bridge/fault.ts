import type { BridgeMethod } from '@fridge/shared-contracts';
import { answerLimitMs } from '@fridge/shared-contracts/host';

export type Fault =
  | { mode: 'none' }
  /** Delays the work. */
  | { mode: 'slow'; seconds: number }
  /** Refuses without working. */
  | { mode: 'fail'; code: number; errMessage: string }
  /** Neither works nor answers. */
  | { mode: 'silent' }
  /** Answers after the page's time limit. */
  | { mode: 'late' }
  /** Answers twice. */
  | { mode: 'twice' };

type FaultMode = Fault['mode'];
export const faultModes = ['none', 'slow', 'fail', 'silent', 'late', 'twice'] as const satisfies readonly FaultMode[];

const SLOW_SECONDS = 3;
const FAIL_CODE = 500;
const FAIL_MESSAGE = 'demo failure';
const LATE_BY_MS = 1_000;
const SECOND_ANSWER_AFTER_MS = 300;

export function defaultFault(mode: FaultMode): Fault {
  if (mode === 'slow') return { mode, seconds: SLOW_SECONDS };
  if (mode === 'fail') return { mode, code: FAIL_CODE, errMessage: FAIL_MESSAGE };
  return { mode };
}

/** Times in milliseconds. */
type AnswerPlan =
  | { act: false; refuse: { code: number; errMessage: string } | null }
  | { act: true; startAfter: number; answerAfter: number; copiesAfter: readonly number[] };

/**
 * A late answer counts from the end of the work: the page's time limit pauses under a native page.
 * @returns when the work starts, and the delays of the answer and its copies after it
 */
export function planAnswer(method: BridgeMethod, fault: Fault): AnswerPlan {
  switch (fault.mode) {
    case 'silent':
      return { act: false, refuse: null };
    case 'fail':
      return { act: false, refuse: { code: fault.code, errMessage: fault.errMessage } };
    case 'slow':
      return { act: true, startAfter: fault.seconds * 1000, answerAfter: 0, copiesAfter: [0] };
    case 'late':
      return { act: true, startAfter: 0, answerAfter: answerLimitMs(method) + LATE_BY_MS, copiesAfter: [0] };
    case 'twice':
      return { act: true, startAfter: 0, answerAfter: 0, copiesAfter: [0, SECOND_ANSWER_AFTER_MS] };
    case 'none':
      return { act: true, startAfter: 0, answerAfter: 0, copiesAfter: [0] };
  }
}
