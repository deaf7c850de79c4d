import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import {
  type LoadContext,
  type ServerAnswer,
  type ServerDataOptions,
  type ServerRead,
  useServerData,
} from '@fridge/shared-ui';
import { useCallback } from 'react';
import { copy } from '../copy.ts';

/** `null`: there is no such work, or no more. */
type FoundWork = Work | null;

/** Reads a work once the session is known, since the author sees more. */
export function useWork(host: HostServices, id: string, options: ServerDataOptions): ServerRead<FoundWork> {
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
): Promise<ServerAnswer<FoundWork>> {
  if (id === '') return { ok: true, data: null };
  const isGuest = () => host.session.getState().status === 'guest';
  const ask = () => {
    const devicePhone = isGuest() ? '' : host.session.getState().mobile;
    return host.requests.call(contestCalls.getWorkDetail, { id, devicePhone }, { quiet: true, signal });
  };
  let answer = await ask();
  const expired = !answer.ok && answer.code === answerCode.notAuthorized && isGuest();
  if (expired && !signal.aborted) answer = await ask();
  const isRefused = expired && !answer.ok && answer.code === answerCode.notYours;
  if (isRefused && !refresh && !signal.aborted) {
    const permission = await host.session.require();
    if (!signal.aborted && (permission.allowed || permission.reason === 'noFridge')) answer = await ask();
  }
  if (answer.ok) return answer;
  if (answer.code === answerCode.notice) return { ok: true, data: null };
  if (!refresh && !signal.aborted) host.feedback.toast(answer.message);
  return { ok: false, message: copy['contest.detail.fail'] };
}
