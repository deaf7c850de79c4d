import { createBrowserHistory } from '@remix-run/router';
import * as v from 'valibot';

/** One entry of the tab's history; `index` counts the entries since the host was opened. */
export interface HistoryEntry {
  pathname: string;
  search: string;
  hash: string;
  /** Differs for every visit; the entry that the browser makes for an anchor (`#tips`) has its screen's. */
  key: string;
  index: number;
  /** Parameters of the entry that must not stand in the address bar. */
  personal: Readonly<Record<string, string>>;
}

/** A change of the history. */
export interface HistoryChange {
  /** By the browser: its own buttons, an address that was typed or scripted behind the `#`, `go`. */
  popped: boolean;
  /** Nobody can say whether the entry lies above the one before or took its place. */
  placeUnknown: boolean;
}

/** The router's history with what it lacks: numbers for every entry, parameters apart from the address, a safe limit. */
export interface PageHistory {
  entry(): HistoryEntry;
  push(address: string, personal: Readonly<Record<string, string>>): void;
  replace(address: string, personal: Readonly<Record<string, string>>): void;
  /** Another spelling for the current entry, which stays the same: its screen isn't left. */
  respell(address: string, personal: Readonly<Record<string, string>>): void;
  go(delta: number): void;
  /** Calls back after every change. @returns stops listening */
  listen(listener: (change: HistoryChange) => void): () => void;
}

const HANDOVER_KEY = 'history.handover';
/** What the router calls an entry without a key. */
const NO_KEY = 'default';

const personalSchema = v.record(v.string(), v.string());
/** What the router writes into `history.state`, with our part of it. */
const stateSchema = v.object({ idx: v.number(), key: v.optional(v.string(), NO_KEY), usr: v.nullish(v.object({ personal: personalSchema })) });
const handoverSchema = v.object({ address: v.string(), personal: personalSchema, index: v.number() });

/** Writes into the browser's history. @returns whether the browser took it */
type Write = (how: 'pushState' | 'replaceState', state: unknown, url?: string) => boolean;

type EntryState = Pick<HistoryEntry, 'key' | 'index' | 'personal'>;

/**
 * @param storage sessionStorage, for the one case in which an entry has to outlive a load: Safari allows 100
 *   `pushState` calls in 30 s and throws from then on, and some browsers refuse every one; the address is then loaded
 */
export function createPageHistory(window: Window, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): PageHistory {
  const { location } = window;
  const write: Write = (how, state, url) => {
    try {
      window.history[how](state, '', url);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return false;
    }
  };
  /** Whether the browser took what the router wrote last. */
  let taken = true;
  const takenOver = takeOver(window, storage);
  if (takenOver) write('replaceState', stateOf(takenOver));
  const router = createBrowserHistory({ window: forRouter(window, (...what) => (taken = write(...what))) });
  let latest: EntryState = readState(window.history.state) ?? takenOver ?? { key: NO_KEY, index: 0, personal: {} };
  let { length } = window.history;
  // The router gives the entry of a load no key of its own; what is kept by it must not be found by the next load's.
  if (latest.key === NO_KEY) {
    latest = { ...latest, key: randomKey() };
    write('replaceState', stateOf(latest));
  }

  /** An entry that the browser made has no number: it lies right above the one it was made from, and belongs to it. */
  const settle = (): Pick<HistoryChange, 'placeUnknown'> => {
    const known = readState(window.history.state);
    const grew = window.history.length > length;
    ({ length } = window.history);
    latest = known ?? { ...latest, index: latest.index + 1 };
    if (!known) write('replaceState', stateOf(latest));
    return { placeUnknown: !known && !grew };
  };

  let hear: ((change: HistoryChange) => void) | null = null;
  /** Has the router change the entry. @returns whether the browser took it */
  const change = (how: 'push' | 'replace', address: string, personal: HistoryEntry['personal']): boolean => {
    router[how](address, { personal });
    if (!taken) return false;
    const settled = settle();
    hear?.({ popped: false, ...settled });
    return true;
  };
  let loading: { how: 'assign' | 'replace'; entry: v.InferOutput<typeof handoverSchema> } | null = null;
  const startLoading = () => {
    if (loading === null) return;
    const { how, entry } = loading;
    loading = null;
    try {
      storage?.setItem(HANDOVER_KEY, JSON.stringify(entry));
    } catch {
      // A full or forbidden storage costs what the entry held.
    }
    location[how](entry.address);
  };
  /** Loads an address that the browser takes no entry for; of a loop in one task only the last. */
  const load = (how: 'assign' | 'replace', entry: v.InferOutput<typeof handoverSchema>) => {
    if (loading === null) queueMicrotask(startLoading);
    loading = { how, entry };
  };

  return {
    entry() {
      const { pathname, search, hash } = location;
      return { pathname, search, hash, ...(readState(window.history.state) ?? latest) };
    },
    push(address, personal) {
      const { index } = latest;
      if (change('push', address, personal)) return;
      load('assign', { address, personal, index: index + 1 });
    },
    replace(address, personal) {
      const { index } = latest;
      if (change('replace', address, personal)) return;
      load('replace', { address, personal, index });
    },
    respell(address, personal) {
      latest = { ...latest, personal };
      write('replaceState', stateOf(latest), address);
    },
    go: (delta) => router.go(delta),
    listen(listener) {
      hear = listener;
      const stop = router.listen(() => listener({ popped: true, ...settle() }));
      return () => {
        hear = null;
        stop();
      };
    },
  };
}

/** After a load that stood in for a push: the number and the parameters that the entry was meant to have. */
function takeOver(window: Window, storage: Pick<Storage, 'getItem' | 'removeItem'> | null): EntryState | null {
  try {
    const read = v.safeParse(handoverSchema, JSON.parse(storage?.getItem(HANDOVER_KEY) ?? 'null'));
    storage?.removeItem(HANDOVER_KEY);
    const { pathname, search, hash } = window.location;
    if (!read.success || read.output.address !== pathname + search + hash || readState(window.history.state)) return null;
    const { personal, index } = read.output;
    return { key: randomKey(), index, personal };
  } catch {
    return null;
  }
}

/** The window as the router needs it, with a history whose refusals are told to `write` and not thrown. */
function forRouter(window: Window, write: Write): Window {
  const { history, location } = window;
  const quiet = {
    get state() {
      return history.state as unknown;
    },
    pushState: (state: unknown, _: string, url?: string) => void write('pushState', state, url),
    replaceState: (state: unknown, _: string, url?: string) => void write('replaceState', state, url),
    go: (delta: number) => history.go(delta),
  };
  return {
    history: quiet,
    location,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  } as unknown as Window; // all that the router uses of one
}

/** Whether the browser takes no (more) entries; any other error is a fault of the caller. */
function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

/** An entry's state as the router writes it. */
function stateOf({ key, index, personal }: EntryState) {
  return { idx: index, key, usr: { personal } };
}

function randomKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** @returns `null` for an entry made by someone else, a typed `#` for one */
function readState(state: unknown): EntryState | null {
  const read = v.safeParse(stateSchema, state);
  return read.success ? { key: read.output.key, index: read.output.idx, personal: read.output.usr?.personal ?? {} } : null;
}
