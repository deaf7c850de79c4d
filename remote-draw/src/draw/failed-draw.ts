import { type CallResult, commonCopy } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';

type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** What the user is told. Without an answer nobody knows the result, and the text says so (copy deck 4.1). */
export function failureMessage(failure: Failure): string {
  if (failure.reason !== 'refused' && failure.reason !== 'notice') return copy['draw.wheel.unknown.toast'];
  return failure.message || commonCopy['common.fallback.toast'];
}
