import type { HostServices } from '@fridge/shared-contracts';
import { useLastingSession, useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReturn } from './use-return.ts';

export interface SignedInOptions {
  /** What is shown stays when the session runs out, until somebody logs in: something is being typed in it. */
  outlastsSession?: boolean;
}

/**
 * What a personal screen shows, loaded once it is known who is there, and again when that changes or the page comes
 * back; what is shown then stays until the new answer, and beyond a failure. It is never shown to another user.
 * @param initial shown until the first answer and while a retry is under way; the same object on every drawing
 * @param load the same function on every drawing; `null` means that somebody has logged in
 */
export function useSignedIn<Shown extends { status: string }>(
  host: HostServices,
  initial: Shown,
  load: (host: HostServices, signedIn: boolean) => Promise<Shown | null>,
  { outlastsSession = false }: SignedInOptions = {},
): { shown: Shown; reload: () => void } {
  const [answer, setAnswer] = useState({ userId: '', shown: initial });
  const session = useStore(host.session);
  const lasting = useLastingSession(host.session);
  const { status, userId } = outlastsSession && answer.shown.status === 'ready' ? lasting : session;
  const latest = useRef(0);

  const ask = useCallback(
    (signedIn: boolean, again = false) => {
      const turn = (latest.current += 1);
      const owner = signedIn ? host.session.getState().userId : '';
      void load(host, signedIn).then((next) => {
        if (turn !== latest.current || next === null || (again && next.status === 'failed')) return;
        setAnswer({ userId: owner, shown: next });
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
  const refresh = useCallback(() => {
    // The session may have run out behind what is still shown: nobody is asked to log in for having come back.
    if (host.session.getState().status === 'user') ask(true, true);
  }, [host, ask]);
  useReturn(host, signedIn ? refresh : null);

  const reload = useCallback(() => {
    setAnswer({ userId: '', shown: initial });
    ask(host.session.getState().status === 'user');
  }, [host, initial, ask]);
  return { shown: answer.userId === (signedIn ? userId : '') ? answer.shown : initial, reload };
}
