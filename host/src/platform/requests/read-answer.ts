import * as v from 'valibot';
import { answerCode, type CallResult, commonCopy } from '@fridge/shared-contracts';
import { answerSchema } from '@fridge/shared-contracts/host';
import { copy } from '../../copy.ts';

type Failure = Extract<CallResult<never>, { ok: false }>;

const failureTexts = {
  timeout: commonCopy['common.timeout.toast'],
  network: commonCopy['common.network.toast'],
  malformed: commonCopy['common.fallback.toast'],
  undeclared: commonCopy['common.fallback.toast'],
  invalid: commonCopy['common.fallback.toast'],
  aborted: '',
} as const;

export function failure(reason: keyof typeof failureTexts): Failure {
  return { ok: false, reason, code: -1, message: failureTexts[reason] };
}

/** Has its own text (spec section 8). */
export function uploadFailure(): Failure {
  return { ...failure('network'), message: copy['contest.upload.transport.toast'] };
}

/**
 * Code 0 is success, 204 a notice, any other a refusal (spec section 8); unreadable or mismatched data is malformed.
 * @param read `null` when `data` doesn't match the call's schema
 */
export function readAnswer<Data>(text: string, read: (data: unknown) => { value: Data } | null): CallResult<Data> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return failure('malformed');
  }
  const answer = v.safeParse(answerSchema, raw);
  if (!answer.success) return failure('malformed');
  const { code, msg, data } = answer.output;
  if (code !== answerCode.success) {
    const reason = code === answerCode.notice ? 'notice' : 'refused';
    return { ok: false, reason, code, message: msg?.trim() || commonCopy['common.fallback.toast'] };
  }
  const parsed = read(data);
  return parsed ? { ok: true, data: parsed.value } : failure('malformed');
}
