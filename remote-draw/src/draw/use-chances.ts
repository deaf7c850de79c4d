import type { HostServices } from '@fridge/shared-contracts';
import { drawCalls, type Surplus } from '@fridge/shared-contracts/activities/draw';
import { useReturn, useStore } from '@fridge/shared-ui';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failedReadText } from '../failed-read.ts';

export interface Chances {
  status: 'absent' | 'loading' | 'counted' | 'failed';
  /** Why counting failed, or empty. */
  failure: string;
  /** `null` while unknown. */
  left: number | null;
  /** `left` at call time, not of the last render. */
  now: () => number | null;
  /** Whether the user ever had a draw; `null` if unknown. */
  everHad: boolean | null;
  /** Whether there is a report whose sharing adds a draw; `null` if unknown. */
  hasReport: boolean | null;
  /** From another request's answer, for its user. */
  set: (userId: string, left: number) => void;
  /** The current count stays until the answer. @returns `null` on failure */
  reload: () => Promise<number | null>;
}

type Count = { userId: string; surplus: Surplus | null; failure: string };

const unknown: Count = { userId: '', surplus: null, failure: '' };

/** The user's remaining draws (`getSurplusNum`, spec section 7). */
export function useChances(host: HostServices): Chances {
  const { status: session, userId } = useStore(host.session);
  const [count, setCount] = useState(unknown);
  const current = useRef(count);
  const asked = useRef(0);

  const take = useCallback((next: Count) => {
    current.current = next;
    setCount(next);
  }, []);

  const now = useCallback(() => countOf(current.current, host.session.getState().userId).surplus?.left ?? null, [host]);

  const set = useCallback(
    (owner: string, left: number) => {
      asked.current += 1;
      const { surplus } = countOf(current.current, owner);
      // A user with draws left, or who has just drawn, had some.
      take({ userId: owner, surplus: { left, everHad: true, hasReport: surplus?.hasReport ?? null }, failure: '' });
    },
    [take],
  );

  const reload = useCallback(async () => {
    const question = (asked.current += 1);
    const owner = host.session.getState().userId;
    if (current.current.failure !== '') take({ ...current.current, failure: '' });
    const answer = await host.requests.call(drawCalls.getSurplusNum, {}, { quiet: true });
    if (question === asked.current) {
      take({
        userId: owner,
        surplus: answer.ok ? answer.data : null,
        failure: answer.ok ? '' : failedReadText(answer),
      });
    }
    return now();
  }, [host, take, now]);

  const refresh = useCallback(() => void reload(), [reload]);
  const reader = session === 'user' ? userId : '';
  useEffect(() => {
    if (reader !== '') refresh();
  }, [reader, refresh]);
  useReturn(host, reader === '' ? null : refresh);

  const { surplus, failure } = countOf(count, userId);
  const { left = null, everHad = null, hasReport = null } = surplus ?? {};
  const status = session === 'guest' ? 'absent' : failure !== '' ? 'failed' : left === null ? 'loading' : 'counted';
  useRetryOnline(status, refresh);
  return { status, failure, left, everHad, hasReport, now, set, reload };
}

function countOf(count: Count, userId: string): Count {
  return count.userId === userId ? count : unknown;
}
