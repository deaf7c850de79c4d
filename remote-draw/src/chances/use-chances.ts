import type { HostServices } from '@fridge/shared-contracts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

/** `absent`: nobody is signed in, so there is nothing to count. */
export type ChancesStatus = 'absent' | 'loading' | 'known' | 'failed';

export interface Chances {
  status: ChancesStatus;
  /** Draws left, or null while that isn't known. */
  left: number | null;
  /** The same, at the moment of asking and not of the last drawing. */
  now: () => number | null;
  /** Takes over a count that another answer carried. */
  set: (left: number) => void;
  /** Asks the server; a count that is already shown stays until the answer. @returns null on failure */
  reload: () => Promise<number | null>;
}

type Count = { userId: string; left: number | null; failed: boolean };

/** The user's remaining draws (`getSurplusNum`, spec section 7). */
export function useChances(host: HostServices): Chances {
  const { status: session, userId } = useSyncExternalStore(host.session.subscribe, host.session.get);
  const [count, setCount] = useState<Count>({ userId: '', left: null, failed: false });
  const current = useRef(count);
  const asked = useRef(0);

  const take = useCallback(
    (left: number | null) => {
      current.current = { userId: host.session.get().userId, left, failed: left === null };
      setCount(current.current);
    },
    [host],
  );

  const set = useCallback(
    (left: number) => {
      asked.current += 1;
      take(left);
    },
    [take],
  );

  const reload = useCallback(async () => {
    const question = (asked.current += 1);
    if (current.current.failed) setCount({ ...current.current, failed: false });
    const answer = await host.requests.call('getSurplusNum', {}, { quiet: true });
    if (question === asked.current) take(answer.ok ? answer.data : null);
    return current.current.left;
  }, [host, take]);

  useEffect(() => {
    if (session !== 'user' || userId === '') return undefined;
    void reload();
    // iOS hands back a frozen page: the count may be of yesterday.
    const thaw = (event: PageTransitionEvent) => event.persisted && void reload();
    window.addEventListener('pageshow', thaw);
    return () => window.removeEventListener('pageshow', thaw);
  }, [session, userId, reload]);

  const now = useCallback(() => ownLeft(current.current, host.session.get().userId), [host]);
  const left = ownLeft(count, userId);
  const failed = count.failed && count.userId === userId;
  const status = session === 'guest' ? 'absent' : failed ? 'failed' : left === null ? 'loading' : 'known';
  return useMemo(() => ({ status, left, now, set, reload }), [status, left, now, set, reload]);
}

/** A count that was answered to another user is none. */
function ownLeft(count: Count, userId: string): number | null {
  return count.userId === userId ? count.left : null;
}
