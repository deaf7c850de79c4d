import { createBrowserHistory } from '@remix-run/router';
import * as v from 'valibot';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';

/** `index` counts from the host's first entry. */
export interface HistoryEntry {
  pathname: string;
  search: string;
  hash: string;
  /** Unique per visit; an anchor's entry (`#tips`) has its screen's key. */
  key: string;
  index: number;
  /** Not allowed in the address bar. */
  personal: Readonly<Record<string, string>>;
}

export interface HistoryChange {
  /** By the browser: its buttons, a typed address, a scripted hash, `go`. */
  popped: boolean;
  /** It may have been pushed or replaced. */
  placeUnknown: boolean;
}

export type PageHistory = ReturnType<typeof createPageHistory>;

/** The router's key for an entry without one. */
const NO_KEY = 'default';

const personalSchema = v.record(v.string(), v.string());
/** `history.state` of the router; our part is `usr`. */
const stateSchema = v.object({
  idx: v.number(),
  key: v.optional(v.string(), NO_KEY),
  usr: v.nullish(v.object({ personal: personalSchema })),
});
const handoverSchema = v.object({ address: v.string(), personal: personalSchema, index: v.number() });
type Handover = v.InferOutput<typeof handoverSchema>;

/** @returns whether the browser accepted it */
type Write = (how: 'pushState' | 'replaceState', state: unknown, url?: string) => boolean;

type EntryState = Pick<HistoryEntry, 'key' | 'index' | 'personal'>;

/**
 * With indexes and personal parameters.
 *
 * Safari throws after 100 `pushState` calls within 30 s, some browsers always: then the address is loaded and the
 * entry's state handed over by sessionStorage.
 * @param needsDocument whether a path is loaded in any case
 */
export function createPageHistory(
  window: Window,
  storage: WebStorage | null,
  needsDocument: (path: string) => boolean = () => false,
) {
  const { location } = window;
  const handover = createJsonStorage(storage, 'history.handover', handoverSchema);
  const write: Write = (how, state, url) => {
    try {
      window.history[how](state, '', url);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return false;
    }
  };
  let isAccepted = true;
  const handedOver = handover.read();
  handover.remove();
  const initial = handedOver && stateAfterLoad(handedOver, window);
  if (initial) write('replaceState', stateOf(initial));
  const router = createBrowserHistory({ window: forRouter(window, (...args) => (isAccepted = write(...args))) });
  let latest: EntryState = readState(window.history.state) ?? initial ?? { key: NO_KEY, index: 0, personal: {} };
  let { length } = window.history;
  // A loaded entry has no unique key; two loads would share what is stored by key.
  if (latest.key === NO_KEY) {
    latest = { ...latest, key: randomKey() };
    write('replaceState', stateOf(latest));
  }

  /** Entries without our state are the browser's: directly above the current one, for the same screen. */
  const syncEntry = (): Pick<HistoryChange, 'placeUnknown'> => {
    const state = readState(window.history.state);
    const grew = window.history.length > length;
    ({ length } = window.history);
    latest = state ?? { ...latest, index: latest.index + 1 };
    if (!state) write('replaceState', stateOf(latest));
    return { placeUnknown: !state && !grew };
  };

  let notify: ((change: HistoryChange) => void) | null = null;
  let loading: { how: 'assign' | 'replace'; entry: Handover } | null = null;
  const startLoading = () => {
    if (loading === null) return;
    const { how, entry } = loading;
    loading = null;
    handover.write(entry);
    location[how](entry.address);
  };
  /** Where the browser refuses, or another document is needed, loads the last address of a task. */
  const navigate = (how: 'push' | 'replace', address: string, personal: HistoryEntry['personal']) => {
    const index = how === 'push' ? latest.index + 1 : latest.index;
    const isLoaded = needsDocument(address.split(/[?#]/, 1)[0] ?? '');
    if (!isLoaded) router[how](address, { personal });
    if (!isLoaded && isAccepted) {
      const synced = syncEntry();
      notify?.({ popped: false, ...synced });
      return;
    }
    if (loading === null) queueMicrotask(startLoading);
    loading = { how: how === 'push' ? 'assign' : 'replace', entry: { address, personal, index } };
  };

  return {
    entry(): HistoryEntry {
      const { pathname, search, hash } = location;
      return { pathname, search, hash, ...(readState(window.history.state) ?? latest) };
    },
    push: (address: string, personal: HistoryEntry['personal']) => navigate('push', address, personal),
    replace: (address: string, personal: HistoryEntry['personal']) => navigate('replace', address, personal),
    /** The screen stays. */
    rewriteAddress(address: string, personal: HistoryEntry['personal']) {
      latest = { ...latest, personal };
      write('replaceState', stateOf(latest), address);
    },
    go: (delta: number) => router.go(delta),
    listen(listener: (change: HistoryChange) => void) {
      notify = listener;
      router.listen(() => {
        const change = { popped: true, ...syncEntry() };
        if (needsDocument(location.pathname)) location.reload();
        else listener(change);
      });
    },
  };
}

function stateAfterLoad({ address, index, personal }: Handover, { location, history }: Window): EntryState | null {
  const { pathname, search, hash } = location;
  if (address !== pathname + search + hash || readState(history.state)) return null;
  return { key: randomKey(), index, personal };
}

/** Writes to the history go through `write`. */
function forRouter(window: Window, write: Write): Window {
  const { history, location } = window;
  return {
    history: {
      get state() {
        return history.state as unknown;
      },
      pushState: (state: unknown, _: string, url?: string) => void write('pushState', state, url),
      replaceState: (state: unknown, _: string, url?: string) => void write('replaceState', state, url),
      go: (delta: number) => history.go(delta),
    },
    location,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  } as unknown as Window; // all that the router uses
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

function stateOf({ key, index, personal }: EntryState) {
  return { idx: index, key, usr: { personal } };
}

function randomKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** @returns `null` without our state, as for a typed `#` */
function readState(state: unknown): EntryState | null {
  const read = v.safeParse(stateSchema, state);
  return read.success
    ? { key: read.output.key, index: read.output.idx, personal: read.output.usr?.personal ?? {} }
    : null;
}
