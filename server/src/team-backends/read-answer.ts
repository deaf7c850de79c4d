import type { Readable } from 'node:stream';
import { answerCode } from '@fridge/shared-contracts';
import { type Answer, answerSchema, parseJson } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { readBounded } from '../bounds/read-bounded.ts';

/** Of a backend's answer. Pages read no larger one. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** Of `msg`, which is shown in a toast. */
const MAX_MESSAGE = 500;

/**
 * Why a backend's answer doesn't count.
 * - `timeout`: no whole answer in time. `unreachable`: no connection. `broken`: the connection broke, or it isn't HTTP
 * - `status`: not 200, redirects included. `tooLarge`, `notJson`, `notEnvelope`: what it answered
 * - `busy`: too many calls of the team are under way
 */
export type BackendFault =
  | 'timeout'
  | 'unreachable'
  | 'broken'
  | 'status'
  | 'tooLarge'
  | 'notJson'
  | 'notEnvelope'
  | 'busy';

/** @property status for `status` */
export class BackendFailed extends Error {
  override name = 'BackendFailed';
  readonly reason: BackendFault;
  readonly status: number | undefined;

  constructor(reason: BackendFault, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(reason, { cause });
    this.reason = reason;
    this.status = status;
  }
}

const codes: readonly number[] = Object.values(answerCode);
const envelopeSchema = v.object({
  ...answerSchema.entries,
  code: v.pipe(
    answerSchema.entries.code,
    v.check((code) => codes.includes(code)),
  ),
  msg: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_MESSAGE))), ''),
});

/** Reads an answer, or ends its connection. @throws BackendFailed, and what breaks the stream */
export async function readAnswer(statusCode: number, stream: Readable): Promise<Answer> {
  stream.on('error', () => undefined); // it reports that it was destroyed before its end
  try {
    if (statusCode !== 200) throw new BackendFailed('status', { status: statusCode });
    return envelopeOf(await readBounded(stream, MAX_ANSWER_BYTES, () => new BackendFailed('tooLarge')));
  } finally {
    stream.destroy();
  }
}

/** @throws BackendFailed */
function envelopeOf(bytes: Buffer): Answer {
  const json = parseJson(bytes.toString('utf8'));
  if (json === null) throw new BackendFailed('notJson');
  const answer = v.safeParse(envelopeSchema, json);
  if (!answer.success) throw new BackendFailed('notEnvelope');
  const { code, msg, data } = answer.output;
  return { code, msg: msg ?? '', data: data ?? null };
}

/**
 * A backend's 401 makes the page log in again, which only helps who isn't logged in: with a valid token it becomes 403.
 */
export function withoutLogout(answer: Answer, isAuthorized: boolean): Answer {
  return isAuthorized && answer.code === answerCode.notAuthorized ? { ...answer, code: answerCode.notYours } : answer;
}
