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
 * The host says what the server says (spec section 8). A session that turns out to have run out is the host's to end:
 * what anybody may read is then read as a guest, and an author is asked to log in.
 */
async function readWork(host: HostServices, id: string, whose: 'any' | 'own', signal: AbortSignal): Promise<ReadWork> {
  const isGuest = () => host.session.get().status === 'guest';
  const ask = (quiet: boolean) =>
    host.requests.call(contestCalls.getWorkDetail, { id, devicePhone: isGuest() ? '' : host.session.get().mobile }, { quiet, signal });
  const ownOfGuest = () => whose === 'own' && isGuest();
  let answer = await ask(ownOfGuest());
  if (!answer.ok && answer.code === answerCode.notAuthorized && isGuest() && !signal.aborted) answer = await ask(ownOfGuest());
  if (!answer.ok && ownOfGuest() && !signal.aborted) {
    const permission = await host.session.require('household', { awaitLogin: true });
    if (!signal.aborted && (permission.allowed || permission.because === 'noFridge')) answer = await ask(false);
  }
  return answer.ok ? { status: 'ready', work: answer.data, sample: false } : { status: 'failed' };
}

async function loadSample(): Promise<ReadWork> {
  const sample = await lateSample.load();
  return sample.ok ? { status: 'ready', work: sample.code.sampleWork, sample: true } : { status: 'failed' };
}
