import { type CallResult, commonCopy } from '@fridge/shared-contracts';

type Failure = Extract<CallResult<unknown>, { ok: false }>;

/**
 * What the page says in the place of what it couldn't read: the server's words where it has answered (spec section 8),
 * the deck's where no answer came.
 */
export function failedReadText(failure: Failure): string {
  const answered = failure.reason === 'refused' || failure.reason === 'notice';
  return (answered && failure.message) || commonCopy['common.loadFail'];
}
