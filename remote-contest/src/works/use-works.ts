import type { HostServices, Session } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';

export type WorkList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; works: readonly Work[] };

const loading: WorkList = { status: 'loading' };

/**
 * The user's own works, read again when another user is there and when the page comes back into sight: a review may
 * have been decided meanwhile. Quiet: the page says in its own place what is missing.
 */
export function useWorks(host: HostServices): { list: WorkList; reload: () => void; forget: (id: string) => void } {
  const { status, userId } = useStore(host.session);
  const [list, setList] = useState<WorkList>(loading);
  const latest = useRef(0);

  const load = useCallback(
    async (keepShown: boolean) => {
      const turn = (latest.current += 1);
      if (!keepShown) setList(loading);
      const next = await readWorks(host);
      if (turn !== latest.current || next === null) return;
      // What is shown already is better than a failure that nobody asked for.
      setList((shown) => (keepShown && next.status === 'failed' && shown.status === 'ready' ? shown : next));
    },
    [host],
  );

  useEffect(() => {
    if (status === 'unknown') return undefined;
    void load(false);
    const stop = host.visibility.subscribe(() => {
      if (host.visibility.get() === 'visible') void load(true);
    });
    return () => {
      stop();
      latest.current += 1;
    };
  }, [host, status, userId, load]);

  const forget = useCallback((id: string) => {
    setList((shown) => (shown.status === 'ready' ? { ...shown, works: shown.works.filter((work) => work.id !== id) } : shown));
  }, []);
  return { list, reload: () => void load(false), forget };
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
