import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { type LoadContext, type ServerRead, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';

/** The user's works, read again on return: a review may be decided. Outside the app: no login. */
export function useWorks(host: HostServices): ServerRead<readonly Work[]> {
  const load = useCallback(
    async ({ signal, refresh }: LoadContext) => {
      const { mobile, fridge } = host.session.getState();
      const fields = { devicePhone: mobile, fridgeId: fridge?.fridgeId };
      const answer = await host.requests.call(contestCalls.getMyWorks, fields, { quiet: refresh, signal });
      // A toast says the server's reason.
      return answer.ok ? answer : { ok: false as const, message: commonCopy['common.loadFail'] };
    },
    [host],
  );
  return useServerData<readonly Work[]>(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
}
