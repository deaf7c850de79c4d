import type { HostServices } from '@fridge/shared-contracts';
import { drawCalls, type Surplus } from '@fridge/shared-contracts/activities/draw';
import { useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useReturn } from '../session/use-return.ts';

/** `absent`: nobody is signed in, so there is nothing to count. */
export type ChancesStatus = 'absent' | 'loading' | 'counted' | 'failed';

export interface Chances {
  status: ChancesStatus;
  /** Draws left, or null while that isn't known. */
  left: number | null;
  /** The same, at the moment of asking and not of the last drawing. */
  now: () => number | null;
  /** Whether there ever was one; `null` where nobody says. */
  everHad: boolean | null;
  /** Whether there is a report whose sharing adds one; `null` where nobody says. */
  hasReport: boolean | null;
  /** Takes over a count that another answer carried. */
  set: (left: number) => void;
  /** Asks the server; a count that is already shown stays until the answer. @returns null on failure */
  reload: () => Promise<number | null>;
}

type Count = { userId: string; surplus: Surplus | null };

/** The user's remaining draws (`getSurplusNum`, spec section 7). */
export function useChances(host: HostServices): Chances {
  const { status: session, userId } = useStore(host.session);
  const [count, setCount] = useState<Count & { failed: boolean }>({ userId: '', surplus: null, failed: false });
  const current = useRef(count);
  const asked = useRef(0);

  const take = useCallback(
    (surplus: Surplus | null) => {
      current.current = { userId: host.session.get().userId, surplus, failed: surplus === null };
      setCount(current.current);
    },
    [host],
  );

  const set = useCallback(
    (left: number) => {
      asked.current += 1;
      const { userId: counted, surplus } = current.current;
      const hasReport = counted === host.session.get().userId ? (surplus?.hasReport ?? null) : null;
      // Who has some left, or has just drawn, was given some.
      take({ left, everHad: true, hasReport });
    },
    [host, take],
  );

  const reload = useCallback(async () => {
    const question = (asked.current += 1);
    if (current.current.failed) setCount({ ...current.current, failed: false });
    const answer = await host.requests.call(drawCalls.getSurplusNum, {}, { quiet: true });
    if (question === asked.current) take(answer.ok ? answer.data : null);
    return current.current.surplus?.left ?? null;
  }, [host, take]);

  const refresh = useCallback(() => void reload(), [reload]);
  useEffect(() => {
    if (session !== 'user' || userId === '') return;
    void reload();
  }, [session, userId, reload]);
  useReturn(host, session === 'user' && userId !== '' ? refresh : null);

  const now = useCallback(() => ownLeft(current.current, host.session.get().userId), [host]);
  const left = ownLeft(count, userId);
  const { everHad = null, hasReport = null } = (count.userId === userId ? count.surplus : null) ?? {};
  const failed = count.failed && count.userId === userId;
  const status = session === 'guest' ? 'absent' : failed ? 'failed' : left === null ? 'loading' : 'counted';
  return useMemo(() => ({ status, left, everHad, hasReport, now, set, reload }), [status, left, everHad, hasReport, now, set, reload]);
}

/** A count that was answered to another user is none. */
function ownLeft(count: Count, userId: string): number | null {
  return count.userId === userId ? (count.surplus?.left ?? null) : null;
}
