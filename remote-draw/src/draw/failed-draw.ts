import { type CallResult, answerCode } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { copy } from '../copy.ts';

type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** Codes by which the server rules on this very draw; after any other one the draw may have taken place. */
const RULINGS: ReadonlySet<number> = new Set([answerCode.notice, answerCode.badInput, answerCode.notYours, answerCode.conflict]);

/** Whether the server has said that there is no such draw, so that its id has no more use. */
export function isRuling(failure: Failure): boolean {
  return (failure.because === 'refused' || failure.because === 'notice') && RULINGS.has(failure.code);
}

/** What the user is told. Without an answer nobody knows the result, and the text says so (copy deck 4.1). */
export function failureMessage(failure: Failure): string {
  if (failure.because !== 'refused' && failure.because !== 'notice') return copy['draw.wheel.unknown.toast'];
  return failure.message || commonCopy['common.fallback.toast'];
}
