import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { createLateCode, useLastingSession } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';

export type ReadWork = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; work: Work; sample: boolean };

const lateSample = createLateCode(() => import('../sample/sample-work.ts'));

const loading: ReadWork = { status: 'loading' };

/**
 * One work, read once it is known who asks: its author sees more of it than a stranger. Without an id it is the fixed
 * sample (spec section 2, "Detail"). It stays while its reader's session has run out, and is read again for another user.
 * @param whose `own`: only its author has a use for it, and a guest who is refused is asked to log in
 */
export function useWork(host: HostServices, id: string, whose: 'any' | 'own' = 'any'): { read: ReadWork; reload: () => void } {
  const { status, userId } = useLastingSession(host.session);
  const [turn, setTurn] = useState(0);
  // The sample is the same for everyone.
  const asked = id === '' ? `sample ${turn}` : `${status} ${userId} ${turn}`;
  const waits = id !== '' && status === 'unknown';
  const [answer, setAnswer] = useState<{ asked: string; read: ReadWork } | null>(null);

  useEffect(() => {
    if (waits) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (read: ReadWork) => {
      if (!signal.aborted) setAnswer({ asked, read });
    };
    void (id === '' ? loadSample() : readWork(host, id, whose, signal)).then(show);
    return () => leaving.abort();
  }, [host, id, whose, waits, asked]);

  return { read: answer?.asked === asked ? answer.read : loading, reload: () => setTurn(turn + 1) };
}

/**
 * Where a session has run out, what anybody may read is read without it; what is its owner's asks for the login and is
 * read again. The server's words are said of the last answer alone (spec section 8).
 */
async function readWork(host: HostServices, id: string, whose: 'any' | 'own', signal: AbortSignal): Promise<ReadWork> {
  const isGuest = () => host.session.getState().status === 'guest';
  const ask = () =>
    host.requests.call(contestCalls.getWorkDetail, { id, devicePhone: isGuest() ? '' : host.session.getState().mobile }, { quiet: true, signal });
  let answer = await ask();
  const hasRunOut = !answer.ok && answer.code === answerCode.notAuthorized && isGuest();
  if (hasRunOut && !signal.aborted) answer = await ask();
  const needsLogin = !answer.ok && (whose === 'own' || (hasRunOut && answer.code === answerCode.notYours)) && isGuest();
  if (needsLogin && !signal.aborted) {
    const permission = await host.session.require();
    if (!signal.aborted && (permission.allowed || permission.reason === 'noFridge')) answer = await ask();
  }
  if (answer.ok) return { status: 'ready', work: answer.data, sample: false };
  if (!signal.aborted) host.feedback.toast(answer.message);
  return { status: 'failed' };
}

async function loadSample(): Promise<ReadWork> {
  const sample = await lateSample.load();
  return sample.ok ? { status: 'ready', work: sample.code.sampleWork, sample: true } : { status: 'failed' };
}
