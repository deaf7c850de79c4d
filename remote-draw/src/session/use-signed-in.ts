import type { HostServices } from '@fridge/shared-contracts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * What a personal screen shows, loaded once it is known who is there and again when that changes.
 * @param initial shown until the first answer and while a retry is under way; the same object on every drawing
 * @param load the same function on every drawing; `null` means that another answer will come
 */
export function useSignedIn<Shown>(
  host: HostServices,
  initial: Shown,
  load: (host: HostServices, signedIn: boolean) => Promise<Shown | null>,
): { shown: Shown; reload: () => void } {
  const { status, userId } = useSyncExternalStore(host.session.subscribe, host.session.get);
  const [shown, setShown] = useState(initial);
  const latest = useRef(0);

  const ask = useCallback(
    (signedIn: boolean) => {
      const turn = (latest.current += 1);
      void load(host, signedIn).then((next) => {
        if (turn === latest.current && next !== null) setShown(next);
      });
    },
    [host, load],
  );

  useEffect(() => {
    if (status === 'unknown') return undefined;
    ask(status === 'user' && userId !== '');
    return () => {
      latest.current += 1;
    };
  }, [status, userId, ask]);

  const reload = useCallback(() => {
    setShown(initial);
    ask(host.session.get().status === 'user');
  }, [host, initial, ask]);
  return { shown, reload };
}
