import { type CallFailure, commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { useEffect, useEffectEvent, useInsertionEffect, useMemo, useRef, useState } from 'react';
import { useLastingSession } from './use-lasting-session.ts';
import { useRetryOnline } from './use-retry-online.ts';
import { useReturn } from './use-return.ts';
import { useStore } from './use-store.ts';

/**
 * - `needsLogin`: a guest, also while the app's login page is open
 * - `failed`: also for an app that doesn't answer
 * - `missing`: why the data isn't complete, or not as new as the user asked for
 */
export type ServerData<Data> =
  | { phase: 'loading' }
  | { phase: 'needsLogin' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; data: Data; missing: string | null };

export type ReadFailure = { message: string; reason?: CallFailure };

/** A `CallResult` is one. `missing`: why a part couldn't be read. */
export type ServerAnswer<Data> =
  | { ok: true; data: Data; missing?: ReadFailure | undefined }
  | ({ ok: false } & ReadFailure);

export interface LoadContext {
  /** Aborts when it is read anew, when the user changes, and when the screen is left. */
  signal: AbortSignal;
  /** The user didn't ask for it: no login, no toast. */
  refresh: boolean;
}

export interface ServerRead<Data> {
  result: ServerData<Data>;
  /** A read is under way; what is shown stays meanwhile. */
  isRetrying: boolean;
  /** Reads again, or asks a guest to log in. @returns what it read; `null` on failure */
  retry: () => Promise<Data | null>;
  /**
   * Sets the data, and drops answers to earlier reads. `null`: no data yet.
   * @param isComplete nothing is missing any more; default: `false`
   */
  change: (update: (before: Data | null) => Data, isComplete?: boolean) => void;
}

export interface ServerDataOptions {
  /** Asks a guest to log in, waits for a login, or reads for guests too. Default: `login`. */
  guest?: 'login' | 'wait' | 'read';
  /** Keeps an expired session's data until a login, for unsaved input. With `read` it always stays. */
  outlastsSession?: boolean;
}

type Load<Data> = (context: LoadContext) => Promise<ServerAnswer<Data>>;
type Shown<Data> = Extract<ServerData<Data>, { phase: 'ready' | 'failed' }>;
/** `load` is `null` while there is nobody to read for. */
type Question<Data> = { load: Load<Data> | null; reader: string };
type Answered<Data> = { question: Question<Data>; shown: Shown<Data> };

const loading = { phase: 'loading' } as const;
const needsLogin = { phase: 'needsLogin' } as const;
const silentApp = { phase: 'failed', message: fill(commonCopy['host.native.timeout.desc']) } as const;

/**
 * Reads what a screen shows, once the session is known, for another user, on return (also from the back-forward cache),
 * and after a failure when the network is back. What is shown stays until a better answer: only a complete one replaces
 * complete data. Answers for another user or an older read are dropped.
 * @param load never rejects; another function reads other data. `null`: nothing to read yet
 */
export function useServerData<Data>(
  host: Pick<HostServices, 'session' | 'visibility'>,
  load: Load<Data> | null,
  { guest = 'login', outlastsSession }: ServerDataOptions = {},
): ServerRead<Data> {
  const [answered, setAnswered] = useState<Answered<Data> | null>(null);
  const [isRetrying, setIsRetrying] = useState(false);
  const session = useStore(host.session);
  const lasting = useLastingSession(host.session);
  const lasts = guest === 'read' || (outlastsSession && answered?.shown.phase === 'ready');
  const { status, userId } = lasts ? lasting : session;
  const reads = status === 'user' || (status === 'guest' && guest === 'read');
  const reader = `${status} ${userId}`;
  const question = useMemo<Question<Data>>(() => ({ load: reads ? load : null, reader }), [reads, load, reader]);
  // A retry of an earlier render asks today's question.
  const newest = useRef(question);
  useInsertionEffect(() => {
    newest.current = question;
  });
  /** Of the read under way: a newer one, a change or another question aborts it. */
  const reading = useRef(new AbortController());

  const set = (asked: Question<Data>, update: (before: Shown<Data> | null) => Shown<Data>) => {
    setIsRetrying(false);
    setAnswered((before) => ({ question: asked, shown: update(before?.question === asked ? before.shown : null) }));
  };
  const change = (update: (before: Data | null) => Data, isComplete?: boolean) => {
    reading.current.abort();
    set(newest.current, (before) => {
      const [data, missing] = before?.phase === 'ready' ? [before.data, before.missing] : [null, null];
      return { phase: 'ready', data: update(data), missing: isComplete ? null : missing };
    });
  };

  const read = async (refresh: boolean): Promise<Data | null> => {
    const asked = newest.current;
    const now = host.session.getState();
    // An expired session's data can't be read again.
    if (asked.load === null || (refresh && asked.reader !== `${now.status} ${now.userId}`)) return null;
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setIsRetrying(true);
    const answer = await asked.load({ signal, refresh });
    if (signal.aborted) return null;
    set(asked, (before) => betterOf(before, answer, refresh));
    return answer.ok ? answer.data : null;
  };
  const retry = async () => {
    if (guest !== 'login' || host.session.getState().status !== 'guest') return read(false);
    void host.session.require();
    return null;
  };

  useEffect(() => {
    // The changed session reads the data.
    if (status === 'guest' && guest === 'login') void host.session.require();
  }, [host, status, guest]);
  const readFirst = useEffectEvent(() => void read(false));
  useEffect(() => {
    if (question.load === null) return undefined;
    readFirst();
    return () => reading.current.abort();
  }, [question]);
  useReturn(host, () => void read(true));

  const shown = answered?.question === question ? answered.shown : loading;
  const lacks = shown.phase === 'failed' || (shown.phase === 'ready' && shown.missing !== null);
  const isReading = isRetrying && question.load !== null;
  useRetryOnline(isReading ? 'loading' : lacks ? 'failed' : 'ready', () => void read(true));
  const withoutUser = guest === 'login' && session.appIsSilent ? silentApp : needsLogin;
  return { result: reads || status !== 'guest' ? shown : withoutUser, isRetrying: isReading, retry, change };
}

/** A failure that the user asked for is told beside the data that stays. */
function betterOf<Data>(before: Shown<Data> | null, answer: ServerAnswer<Data>, refresh: boolean): Shown<Data> {
  const problem = answer.ok ? answer.missing : answer;
  const missing = problem ? failureText(problem) : null;
  const stays = before?.phase === 'ready' && (!answer.ok || (missing !== null && before.missing === null));
  if (stays) return refresh ? before : { ...before, missing };
  return answer.ok ? { phase: 'ready', data: answer.data, missing } : { phase: 'failed', message: failureText(answer) };
}

/** Text in place of data: the server's if it answered (spec section 8), else the deck's. */
function failureText({ reason, message }: ReadFailure): string {
  const isAnswer = reason === undefined || reason === 'refused' || reason === 'notice';
  return (isAnswer && message) || commonCopy['common.loadFail'];
}
