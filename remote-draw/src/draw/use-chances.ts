import type { HostServices } from '@fridge/shared-contracts';
import { drawCalls, type Surplus } from '@fridge/shared-contracts/activities/draw';
import { type LoadContext, type ServerRead, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';

export interface Chances extends ServerRead<Surplus> {
  /** `null` while unknown. */
  left: number | null;
  /** From another request's answer, for its user. */
  set: (userId: string, left: number) => void;
}

/** The user's remaining draws (`getSurplusNum`, spec section 7). */
export function useChances(host: HostServices): Chances {
  const load = useCallback(
    ({ signal }: LoadContext) => host.requests.call(drawCalls.getSurplusNum, {}, { quiet: true, signal }),
    [host],
  );
  const read = useServerData(host, load, { guest: 'wait' });
  const { result, change } = read;
  return {
    ...read,
    left: result.phase === 'ready' && result.missing === null ? result.data.left : null,
    set(userId, left) {
      // A user with draws left, or who has just drawn, had some.
      if (host.session.getState().userId === userId)
        change((before) => ({ left, everHad: true, hasReport: before?.hasReport ?? null }), true);
    },
  };
}
