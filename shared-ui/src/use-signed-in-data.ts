import type { HostServices } from '@fridge/shared-contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLastingSession } from './use-lasting-session.ts';
import { useReturn } from './use-return.ts';
import { useStore } from './use-store.ts';

/** A guest who wasn't asked to log in, or declined. */
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
  /** A guest is asked to log in, waits, or loads too. Default: `login`. */
  guest?: 'login' | 'wait' | 'load';
  /** Keeps an expired session's data until a login, for unsaved input. */
  outlastsSession?: boolean;
  /** On return. Default: `true`. */
  refreshes?: boolean;
}

type Shown<Data> = { reader: string; turn: number; state: SignedInData<Data> };

const loading = { phase: 'loading' } as const;

/**
 * Loads a screen's user data once the session is known, for another user and on return. Answers for another user or an
 * older request are dropped.
 * @param load the same function on every render; never rejects
 */
export function useSignedInData<Data>(
  host: Pick<HostServices, 'session' | 'visibility'>,
  load: (context: LoadContext) => Promise<Loaded<Data>>,
  { guest = 'login', outlastsSession = false, refreshes = true }: SignedInDataOptions = {},
): { result: SignedInData<Data>; retry: () => void } {
  const [shown, setShown] = useState<Shown<Data>>({ reader: '', turn: 0, state: loading });
  const session = useStore(host.session);
  const lasting = useLastingSession(host.session);
  const { status, userId } = outlastsSession && shown.state.phase === 'ready' ? lasting : session;
  const reader = status === 'user' ? userId : '';
  const asked = useRef(0);
  const leaving = useRef(new AbortController());

  const ask = useCallback(
    async (owner: string, refresh: boolean) => {
      const turn = (asked.current += 1);
      const { signal } = leaving.current;
      const state = await (owner === '' && guest !== 'load' ? enter(host, guest) : read(load, { signal, refresh }));
      if (signal.aborted || state === null) return;
      setShown((before) => {
        const hasData = before.reader === owner && before.state.phase === 'ready';
        if (turn <= before.turn || (hasData && refresh && state.phase === 'failed')) return before;
        return { reader: owner, turn: state.phase === 'ready' ? turn : before.turn, state };
      });
    },
    [host, load, guest],
  );

  useEffect(() => {
    if (status === 'unknown') return undefined;
    const controller = new AbortController();
    leaving.current = controller;
    void ask(reader, false);
    return () => controller.abort();
  }, [status, reader, ask]);

  const refresh = useCallback(() => {
    // The session may have expired: a return doesn't ask for a login.
    const owner = readerOf(host);
    if (owner !== '') void ask(owner, true);
  }, [host, ask]);
  useReturn(host, refreshes && reader !== '' ? refresh : null);

  const retry = useCallback(() => {
    const owner = readerOf(host);
    setShown({ reader: owner, turn: asked.current, state: loading });
    void ask(owner, false);
  }, [host, ask]);

  return { result: shown.reader === reader ? shown.state : loading, retry };
}

function readerOf({ session }: Pick<HostServices, 'session'>): string {
  const { status, userId } = session.getState();
  return status === 'user' ? userId : '';
}

async function read<Data>(
  load: (context: LoadContext) => Promise<Loaded<Data>>,
  context: LoadContext,
): Promise<SignedInData<Data>> {
  const loaded = await load(context);
  return loaded.ok ? { phase: 'ready', data: loaded.data } : { phase: 'failed', message: loaded.message };
}

/** @returns `null` after a login: the changed session loads the data */
async function enter(host: Pick<HostServices, 'session'>, guest: 'login' | 'wait'): Promise<{ phase: 'needsLogin' } | null> {
  if (guest === 'wait') return { phase: 'needsLogin' };
  const permission = await host.session.require();
  return permission.allowed || permission.reason === 'noFridge' ? null : { phase: 'needsLogin' };
}
