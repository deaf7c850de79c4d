import type { HostServices, Session } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useRef, useState } from 'react';

export type WorkList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; works: readonly Work[] };

const loading: WorkList = { status: 'loading' };

/**
 * The user's own works, read again when another user is there and when the page comes back into sight, from the browser's
 * back-forward cache as well: a review may have been decided meanwhile. Only a reading that the user waits for tells of
 * its failure. Answers count in the order of their questions.
 */
export function useWorks(host: HostServices): { list: WorkList; reload: () => void; forget: (id: string) => void } {
  const { status, userId } = useStore(host.session);
  const [turn, setTurn] = useState(0);
  const asked = `${status} ${userId} ${turn}`;
  const [answer, setAnswer] = useState<{ asked: string; list: WorkList } | null>(null);
  // How many readings were begun, the latest whose answer counts, and what an answer from before a deletion still names.
  const reading = useRef({ begun: 0, answered: 0, gone: new Set<string>() });

  useEffect(() => {
    if (status === 'unknown') return undefined;
    const leaving = new AbortController();
    const { current } = reading;
    const ask = async (quiet: boolean) => {
      current.begun += 1;
      const own = current.begun;
      const list = without(await readWorks(host, { quiet, signal: leaving.signal }), current.gone);
      if (leaving.signal.aborted || list === null || own <= current.answered) return;
      if (list.status === 'ready') current.answered = own;
      // What is shown already is better than a failure that nobody asked for.
      setAnswer((shown) => (list.status === 'failed' && shown?.asked === asked && shown.list.status === 'ready' ? shown : { asked, list }));
    };
    void ask(false);
    const askAgain = () => {
      // Nobody is asked to log in again for having come back from the login.
      if (host.session.getState().status === 'user') void ask(true);
    };
    const stop = host.visibility.subscribe(() => host.visibility.getState() === 'visible' && askAgain());
    // Safari brings a page back without telling of its visibility.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && askAgain();
    window.addEventListener('pageshow', onPageShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onPageShow);
      leaving.abort();
    };
  }, [host, status, asked]);

  const forget = (id: string) => {
    const { gone } = reading.current;
    gone.add(id);
    setAnswer((shown) => shown && { ...shown, list: without(shown.list, gone) });
  };
  return { list: answer?.asked === asked ? answer.list : loading, reload: () => setTurn(turn + 1), forget };
}

function without<List extends WorkList | null>(list: List, gone: ReadonlySet<string>): List | WorkList {
  return list?.status === 'ready' ? { status: 'ready', works: list.works.filter(({ id }) => !gone.has(id)) } : list;
}

/** @returns null when another answer will come: the login that was asked for changes the session */
async function readWorks(host: HostServices, options: { quiet: boolean; signal: AbortSignal }): Promise<WorkList | null> {
  const session = host.session.getState();
  if (session.status !== 'user') return askForLogin(host);
  const answer = await host.requests.call(contestCalls.getMyWorks, knownDevice(session), options);
  return answer.ok ? { status: 'ready', works: answer.data } : { status: 'failed' };
}

/** Outside the app there are no works to show, and reading leads nowhere; in it, the user is asked to log in. */
async function askForLogin(host: HostServices): Promise<WorkList | null> {
  if (!host.environment.inApp) return { status: 'ready', works: [] };
  const permission = await host.session.require();
  return permission.allowed || permission.reason === 'noFridge' ? null : { status: 'failed' };
}

function knownDevice({ mobile, fridge }: Session) {
  return { devicePhone: mobile, fridgeId: fridge?.fridgeId };
}
