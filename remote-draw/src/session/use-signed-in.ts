import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReturn } from './use-return.ts';

/**
 * What a personal screen shows, loaded once it is known who is there, and again when that changes or the page comes
 * back; what is shown then stays until the new answer, and beyond a failure.
 * @param initial shown until the first answer and while a retry is under way; the same object on every drawing
 * @param load the same function on every drawing; `null` means that another answer will come
 */
export function useSignedIn<Shown extends { status: string }>(
  host: HostServices,
  initial: Shown,
  load: (host: HostServices, signedIn: boolean) => Promise<Shown | null>,
): { shown: Shown; reload: () => void } {
  const { status, userId } = useStore(host.session);
  const [shown, setShown] = useState(initial);
  const latest = useRef(0);

  const ask = useCallback(
    (signedIn: boolean, again = false) => {
      const turn = (latest.current += 1);
      void load(host, signedIn).then((next) => {
        if (turn === latest.current && next !== null && !(again && next.status === 'failed')) setShown(next);
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

  const signedIn = status === 'user' && userId !== '';
  const refresh = useCallback(() => ask(true, true), [ask]);
  useReturn(host, signedIn ? refresh : null);

  const reload = useCallback(() => {
    setShown(initial);
    ask(host.session.get().status === 'user');
  }, [host, initial, ask]);
  return { shown, reload };
}
