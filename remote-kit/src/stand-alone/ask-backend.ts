import { answerCode, type Call, type CallFailure, type CallResult, commonCopy } from '@fridge/shared-contracts';
import { answerSchema, callId } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { FakeHost } from '../testing/fake-host.ts';
import type { Reply } from '../testing/fake-requests.ts';

/** Names the page's visitor, of `sessions`, to the server that signs who calls. */
export const VISITOR_HEADER = 'remote-kit-visitor';

/** Answers a call by the team's own backend, which the page's server runs. */
export const askBackend =
  (call: Call, { host }: Pick<FakeHost, 'host'>): Extract<Reply<Call>, (...asked: never[]) => unknown> =>
  async (fields, { files = {}, signal }) => {
    const { status, fridge } = host.session.getState();
    const visitor = status !== 'user' ? 'guest' : fridge === null ? 'noFridge' : 'user';
    const body = call.files.length > 0 ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries<string>(fields)) body.append(name, value);
    if (body instanceof FormData) for (const [name, file] of Object.entries<Blob>(files)) body.append(name, file);
    const response = await fetch(callId(call), {
      method: 'POST',
      body,
      headers: { [VISITOR_HEADER]: visitor },
      signal: signal ?? null,
    }).catch(() => null);
    const answer = v.safeParse(answerSchema, response?.ok === true ? await response.json().catch(() => null) : null);
    if (!answer.success) return failure('malformed', answerCode.ourFault, commonCopy['common.fallback.toast']);
    const { code, msg, data } = answer.output;
    if (code !== answerCode.success) return failure(code === 204 ? 'notice' : 'refused', code, msg ?? '');
    const read = await call.data['~standard'].validate(data);
    return read.issues === undefined
      ? { ok: true, data: read.value }
      : failure('malformed', code, commonCopy['common.fallback.toast']);
  };

const failure = (reason: CallFailure, code: number, message: string): CallResult<never> => ({
  ok: false,
  reason,
  code,
  message,
});
