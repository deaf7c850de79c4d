import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { createLateCode, useLastingSession } from '@fridge/shared-ui';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { useEffect, useState } from 'react';

export type ReadWork = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; work: Work; sample: boolean };

const lateSample = createLateCode(() => import('../screens/detail/sample/sample-work.ts'));

const loading: ReadWork = { status: 'loading' };

/**
 * Reads a work once the session is known, since the author sees more; without an id the sample (spec section 2,
 * "Detail"). It stays when the session expires.
 * @param access `own`: a refused guest is asked to log in
 */
export function useWork(
  host: HostServices,
  id: string,
  access: 'any' | 'own' = 'any',
): { read: ReadWork; reload: () => void } {
  const { status, userId } = useLastingSession(host.session);
  const [turn, setTurn] = useState(0);
  const question = id === '' ? `sample ${turn}` : `${status} ${userId} ${turn}`;
  const waits = id !== '' && status === 'unknown';
  const [answer, setAnswer] = useState<{ question: string; read: ReadWork } | null>(null);

  useEffect(() => {
    if (waits) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    void (id === '' ? loadSample() : readWork(host, id, access, signal)).then((read) => {
      if (!signal.aborted) setAnswer({ question, read });
    });
    return () => leaving.abort();
  }, [host, id, access, waits, question]);

  const read = answer?.question === question ? answer.read : loading;
  const reload = () => setTurn(turn + 1);
  useRetryOnline(read.status, () => {
    // A guest's would open the login page, unasked.
    if (access === 'any' || host.session.getState().status !== 'guest') reload();
  });
  return { read, reload };
}

/**
 * After an expired session reads as a guest, and asks for a login if refused. Only the last message is shown (spec
 * section 8).
 */
async function readWork(host: HostServices, id: string, access: 'any' | 'own', signal: AbortSignal): Promise<ReadWork> {
  const isGuest = () => host.session.getState().status === 'guest';
  const ask = () => {
    const devicePhone = isGuest() ? '' : host.session.getState().mobile;
    return host.requests.call(contestCalls.getWorkDetail, { id, devicePhone }, { quiet: true, signal });
  };
  let answer = await ask();
  const expired = !answer.ok && answer.code === answerCode.notAuthorized && isGuest();
  if (expired && !signal.aborted) answer = await ask();
  const mayBeOwn = access === 'own' || (expired && !answer.ok && answer.code === answerCode.notYours);
  if (!answer.ok && mayBeOwn && isGuest() && !signal.aborted) {
    const permission = await host.session.require('household');
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
