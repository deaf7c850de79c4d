import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { type LoadContext, type ServerAnswer, type ServerDataOptions, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';
import { copy } from '../copy.ts';

/**
 * Reads a work once the session is known, since the author sees more. Its data is `null` when there is no such work, or
 * no more.
 */
export function useWork(host: HostServices, id: string, options: ServerDataOptions) {
  const load = useCallback((context: LoadContext) => readWork(host, id, context), [host, id]);
  return useServerData(host, load, options);
}

/**
 * After an expired session reads as a guest, and asks for a login if refused. Only the last message is shown (spec
 * section 8).
 */
async function readWork(
  host: HostServices,
  id: string,
  { signal, refresh }: LoadContext,
): Promise<ServerAnswer<Work | null>> {
  if (id === '') return { ok: true, data: null };
  const ask = () => {
    const { status, mobile } = host.session.getState();
    const fields = { id, devicePhone: status === 'guest' ? '' : mobile };
    return host.requests.call(contestCalls.getWorkDetail, fields, { quiet: true, signal });
  };
  let answer = await ask();
  if (!answer.ok && answer.code === answerCode.notAuthorized) {
    answer = await ask();
    if (!answer.ok && answer.code === answerCode.notYours && !refresh && !signal.aborted) {
      const permission = await host.session.require();
      if (permission.allowed || permission.reason === 'noFridge') answer = await ask();
    }
  }
  if (answer.ok) return answer;
  if (answer.code === answerCode.notice) return { ok: true, data: null };
  if (!refresh && !signal.aborted) host.feedback.toast(answer.message);
  return { ok: false, message: copy['contest.detail.fail'] };
}
