import * as v from 'valibot';
import { answerCode, answerSchema, type CallResult } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';

type Failure = Extract<CallResult<never>, { ok: false }>;

const failureTexts = {
  timeout: commonCopy['common.timeout.toast'],
  network: commonCopy['common.network.toast'],
  malformed: commonCopy['common.fallback.toast'],
  aborted: '',
} as const;

/** A call that no judgement of the server came back from. */
export function failure(because: keyof typeof failureTexts): Failure {
  return { ok: false, because, code: -1, message: failureTexts[because] };
}

/**
 * Reads an answer's text (spec section 8): code 0 with data of the call's shape, 204 as the server's notice, any
 * other code as its refusal. HTML, half an answer or another shape is malformed.
 */
export function readAnswer<Schema extends v.GenericSchema>(text: string, dataSchema: Schema): CallResult<v.InferOutput<Schema>> {
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
    const because = code === answerCode.notice ? 'notice' : 'refused';
    return { ok: false, because, code, message: msg?.trim() || commonCopy['common.fallback.toast'] };
  }
  const parsed = v.safeParse(dataSchema, data);
  return parsed.success ? { ok: true, data: parsed.output } : failure('malformed');
}
