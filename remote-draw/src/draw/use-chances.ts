import type { HostServices } from '@fridge/shared-contracts';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { type LoadContext, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';

export type Chances = ReturnType<typeof useChances>;

/** The user's remaining draws (`getSurplusNum`, spec section 7). */
export function useChances(host: HostServices) {
  const load = useCallback(
    ({ signal }: LoadContext) => host.requests.call(drawCalls.getSurplusNum, {}, { quiet: true, signal }),
    [host],
  );
  const read = useServerData(host, load, { guest: 'wait' });
  const { result, change } = read;
  return {
    ...read,
    /** `null` while unknown. */
    left: result.phase === 'ready' && result.missing === null ? result.data.left : null,
    /** From another request's answer, for its user. */
    set(userId: string, left: number) {
      // A user with draws left, or who has just drawn, had some.
      if (host.session.getState().userId === userId)
        change((before) => ({ left, everHad: true, hasReport: before?.hasReport ?? null }), true);
    },
  };
}
