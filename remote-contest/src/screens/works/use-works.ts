import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { type LoadContext, type ServerData, useServerData } from '@fridge/shared-ui';
import { useCallback, useState } from 'react';

export type WorkList = ServerData<readonly Work[]>;

/** The user's works, read again when the page becomes visible: a review may be decided. Outside the app: no login. */
export function useWorks(host: HostServices): { list: WorkList; reload: () => void; forget: (id: string) => void } {
  const load = useCallback(
    ({ signal, refresh }: LoadContext) => {
      const { mobile, fridge } = host.session.getState();
      const fields = { devicePhone: mobile, fridgeId: fridge?.fridgeId };
      return host.requests.call(contestCalls.getMyWorks, fields, { quiet: refresh, signal });
    },
    [host],
  );
  const { result, retry } = useServerData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
  // An earlier request may still list a deleted work.
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const list: WorkList =
    result.phase === 'ready' ? { ...result, data: result.data.filter(({ id }) => !deleted.includes(id)) } : result;
  return { list, reload: retry, forget: (id) => setDeleted((before) => [...before, id]) };
}
