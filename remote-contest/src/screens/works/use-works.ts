import type { HostServices, Session } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useRef, useState } from 'react';

export type WorkList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; works: readonly Work[] };

const loading: WorkList = { status: 'loading' };

/**
 * The user's works. Reads again for another user and, without reporting failures, when the page becomes visible: a
 * review may be decided. Answers count in request order.
 */
export function useWorks(host: HostServices): { list: WorkList; reload: () => void; forget: (id: string) => void } {
  const { status, userId } = useStore(host.session);
  const [turn, setTurn] = useState(0);
  const question = `${status} ${userId} ${turn}`;
  const [answer, setAnswer] = useState<{ question: string; list: WorkList } | null>(null);
  // `gone`: deleted works, which an earlier request may still list.
  const reads = useRef({ begun: 0, answered: 0, gone: new Set<string>() });

  useEffect(() => {
    if (status === 'unknown') return undefined;
    const leaving = new AbortController();
    const { current } = reads;
    const read = async (quiet: boolean) => {
      current.begun += 1;
      const number = current.begun;
      const list = without(await readWorks(host, { quiet, signal: leaving.signal }), current.gone);
      if (leaving.signal.aborted || list === null || number <= current.answered) return;
      if (list.status === 'ready') current.answered = number;
      // A failure doesn't replace a list.
      setAnswer((shown) => {
        const hasList = shown?.question === question && shown.list.status === 'ready';
        return list.status === 'failed' && hasList ? shown : { question, list };
      });
    };
    void read(false);
    const readAgain = () => {
      // A guest would be asked to log in on each return.
      if (host.session.getState().status === 'user') void read(true);
    };
    const stop = host.visibility.subscribe(() => host.visibility.getState() === 'visible' && readAgain());
    // Safari restores a cached page without `visibilitychange`.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && readAgain();
    window.addEventListener('pageshow', onPageShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onPageShow);
      leaving.abort();
    };
  }, [host, status, question]);

  const forget = (id: string) => {
    const { gone } = reads.current;
    gone.add(id);
    setAnswer((shown) => shown && { ...shown, list: without(shown.list, gone) });
  };
  return { list: answer?.question === question ? answer.list : loading, reload: () => setTurn(turn + 1), forget };
}

function without<List extends WorkList | null>(list: List, gone: ReadonlySet<string>): List | WorkList {
  if (list?.status !== 'ready') return list;
  return { status: 'ready', works: list.works.filter(({ id }) => !gone.has(id)) };
}

/** @returns `null` before a session change, which starts another read */
async function readWorks(host: HostServices, options: { quiet: boolean; signal: AbortSignal }): Promise<WorkList | null> {
  const session = host.session.getState();
  if (session.status === 'user') {
    const answer = await host.requests.call(contestCalls.getMyWorks, deviceOf(session), options);
    return answer.ok ? { status: 'ready', works: answer.data } : { status: 'failed' };
  }
  // No login outside the app.
  if (!host.environment.inApp) return { status: 'ready', works: [] };
  const permission = await host.session.require();
  return permission.allowed || permission.reason === 'noFridge' ? null : { status: 'failed' };
}

const deviceOf = ({ mobile, fridge }: Session) => ({ devicePhone: mobile, fridgeId: fridge?.fridgeId });
