import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLastingSession } from './use-lasting-session.ts';
import { useRetryOnline } from './use-retry-online.ts';
import { useReturn } from './use-return.ts';
import { useStore } from './use-store.ts';

/** `needsLogin`: a guest, also while the app's login page is open. `failed` also for an app that doesn't answer. */
export type SignedInData<Data> =
  | { phase: 'loading' }
  | { phase: 'needsLogin' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; data: Data };

export type Loaded<Data> = { ok: true; data: Data } | { ok: false; message: string };

export interface LoadContext {
  /** Aborts when the session changes or the screen is left. */
  signal: AbortSignal;
  /** A failure doesn't replace existing data. */
  refresh: boolean;
}

export interface SignedInDataOptions {
  /** Whether a guest is asked to log in. Default: `login`. */
  guest?: 'login' | 'wait';
  /** Keeps an expired session's data until a login, for unsaved input. */
  outlastsSession?: boolean;
}

const silentApp = { phase: 'failed', message: fill(commonCopy['host.native.timeout.desc']) } as const;

type Answered<Data> = { question: string; number: number; result: SignedInData<Data> };

/**
 * Loads a screen's user data once the session is known, for another user and on return; after a failure also when the
 * network is back. Answers for another user or an older request are dropped.
 * @param load the same function on every render; never rejects
 */
export function useSignedInData<Data>(
  host: Pick<HostServices, 'session' | 'visibility'>,
  load: (context: LoadContext) => Promise<Loaded<Data>>,
  { guest = 'login', outlastsSession = false }: SignedInDataOptions = {},
): { result: SignedInData<Data>; retry: () => void } {
  const [answered, setAnswered] = useState<Answered<Data> | null>(null);
  const [turn, setTurn] = useState(0);
  const session = useStore(host.session);
  const lasting = useLastingSession(host.session);
  const { status, userId } = outlastsSession && answered?.result.phase === 'ready' ? lasting : session;
  const question = `${userId} ${turn}`;
  const count = useRef(0);
  const leaving = useRef(new AbortController());

  const read = useCallback(
    async (refresh: boolean) => {
      const number = (count.current += 1);
      const { signal } = leaving.current;
      const loaded = await load({ signal, refresh });
      if (signal.aborted) return;
      const result: SignedInData<Data> = loaded.ok
        ? { phase: 'ready', data: loaded.data }
        : { phase: 'failed', message: loaded.message };
      setAnswered((before) => {
        const hasData = before?.question === question && before.result.phase === 'ready';
        return hasData && (number < before.number || (refresh && !loaded.ok)) ? before : { question, number, result };
      });
    },
    [load, question],
  );

  useEffect(() => {
    // The changed session loads the data.
    if (status === 'guest' && guest === 'login') void host.session.require();
    if (status !== 'user') return undefined;
    const controller = new AbortController();
    leaving.current = controller;
    void read(false);
    return () => controller.abort();
  }, [host, status, guest, read]);

  const refresh = useCallback(() => {
    // An expired session's data can't be loaded again.
    if (host.session.getState().status === 'user') void read(true);
  }, [host, read]);
  useReturn(host, status === 'user' ? refresh : null);

  const retry = () => setTurn(turn + 1);
  const result: SignedInData<Data> = answered?.question === question ? answered.result : { phase: 'loading' };
  useRetryOnline(status === 'user' ? result.phase : 'needsLogin', retry);
  if (status !== 'guest') return { result, retry };
  return { result: session.appIsSilent ? silentApp : { phase: 'needsLogin' }, retry };
}
