import type { HostServices, Session } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';

export type WorkList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; works: readonly Work[] };

const loading: WorkList = { status: 'loading' };

/**
 * The user's own works, read again when another user is there and when the page comes back into sight: a review may
 * have been decided meanwhile. Quiet: the page says in its own place what is missing.
 */
export function useWorks(host: HostServices): { list: WorkList; reload: () => void; forget: (id: string) => void } {
  const { status, userId } = useStore(host.session);
  const [turn, setTurn] = useState(0);
  const asked = `${status} ${userId} ${turn}`;
  const [answer, setAnswer] = useState<{ asked: string; list: WorkList } | null>(null);

  useEffect(() => {
    if (status === 'unknown') return undefined;
    let left = false;
    const ask = async () => {
      const list = await readWorks(host);
      if (left || list === null) return;
      // What is shown already is better than a failure that nobody asked for.
      setAnswer((shown) => (list.status === 'failed' && shown?.asked === asked && shown.list.status === 'ready' ? shown : { asked, list }));
    };
    void ask();
    const stop = host.visibility.subscribe(() => {
      // Nobody is asked to log in again for having come back from the login.
      if (host.visibility.get() === 'visible' && host.session.get().status === 'user') void ask();
    });
    return () => {
      stop();
      left = true;
    };
  }, [host, status, asked]);

  const forget = (id: string) => {
    setAnswer((shown) => (shown?.list.status === 'ready' ? { ...shown, list: { status: 'ready', works: shown.list.works.filter((work) => work.id !== id) } } : shown));
  };
  return { list: answer?.asked === asked ? answer.list : loading, reload: () => setTurn(turn + 1), forget };
}

/** @returns null when another answer will come: the login that was asked for changes the session */
async function readWorks(host: HostServices): Promise<WorkList | null> {
  const session = host.session.get();
  if (session.status !== 'user') return askForLogin(host);
  const answer = await host.requests.call(contestCalls.getMyWorks, knownDevice(session), { quiet: true });
  return answer.ok ? { status: 'ready', works: answer.data } : { status: 'failed' };
}

/** Outside the app there are no works to show, and reading leads nowhere; in it, the user is asked to log in. */
async function askForLogin(host: HostServices): Promise<WorkList | null> {
  if (!host.environment.inApp) return { status: 'ready', works: [] };
  const permission = await host.session.require();
  return permission.allowed || permission.because === 'noFridge' ? null : { status: 'failed' };
}

function knownDevice({ mobile, fridge }: Session) {
  return { devicePhone: mobile, fridgeId: fridge?.fridgeId };
}
