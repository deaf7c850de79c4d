import { type CallResult, commonCopy } from '@fridge/shared-contracts';

type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** Text instead of data: the server's if it answered (spec section 8), else the deck's. */
export function failedReadText(failure: Failure): string {
  const answered = failure.reason === 'refused' || failure.reason === 'notice';
  return (answered && failure.message) || commonCopy['common.loadFail'];
}
