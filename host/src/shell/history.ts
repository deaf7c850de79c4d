import * as v from 'valibot';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';

const stateSchema = v.object({
  /** Counts from the host's first entry. */
  index: v.number(),
  /** Unique per visit; an anchor's entry (`#tips`) has its screen's key. */
  key: v.string(),
  /** Not allowed in the address bar. */
  personal: v.record(v.string(), v.string()),
});
const handoverSchema = v.object({ address: v.string(), state: stateSchema });

type EntryState = Readonly<v.InferOutput<typeof stateSchema>>;

export type HistoryEntry = EntryState & Pick<Location, 'pathname' | 'search' | 'hash'>;

export interface HistoryChange {
  /** By the browser: its buttons, a typed address, a scripted hash, `go`. */
  popped: boolean;
  /** It may have been pushed or replaced. */
  placeUnknown: boolean;
}

export type PageHistory = ReturnType<typeof createPageHistory>;

/**
 * With indexes and personal parameters.
 *
 * Safari throws after 100 `pushState` calls within 30 s, some browsers always: then the address is loaded and the
 * entry's state handed over by sessionStorage.
 */
export function createPageHistory(window: Window, storage: WebStorage | null) {
  const { location } = window;
  const handover = createJsonStorage(storage, 'history.handover', handoverSchema);
  /** @returns whether the browser accepted it */
  const write = (how: 'pushState' | 'replaceState', state: EntryState, url?: string): boolean => {
    try {
      window.history[how](state, '', url);
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'SecurityError') return false;
      throw error;
    }
  };
  const kept = readState(window.history.state);
  const before = handover.read();
  handover.remove();
  const isForHere = before?.address === location.pathname + location.search + location.hash;
  let latest = kept ?? (isForHere ? before.state : { key: randomKey(), index: 0, personal: {} });
  if (!kept) write('replaceState', latest);
  let { length } = window.history;

  /** Entries without our state are the browser's: directly above the current one, for the same screen. */
  const syncEntry = () => {
    const state = readState(window.history.state);
    const grew = window.history.length > length;
    ({ length } = window.history);
    latest = state ?? { ...latest, index: latest.index + 1 };
    if (!state) write('replaceState', latest);
    return { placeUnknown: !state && !grew };
  };

  let notify: ((change: HistoryChange) => void) | null = null;
  let load: (() => void) | null = null;
  /** Where the browser refuses, loads the last address of a task. */
  const navigate = (how: 'push' | 'replace', address: string, personal: EntryState['personal']) => {
    const state = { key: randomKey(), index: how === 'push' ? latest.index + 1 : latest.index, personal };
    if (write(`${how}State`, state, address)) {
      const change = { popped: false, ...syncEntry() };
      notify?.(change);
      return;
    }
    if (load === null) queueMicrotask(() => load?.());
    load = () => {
      load = null;
      handover.write({ address, state });
      location[how === 'push' ? 'assign' : 'replace'](address);
    };
  };

  return {
    entry(): HistoryEntry {
      const { pathname, search, hash } = location;
      return { ...latest, pathname, search, hash };
    },
    navigate,
    /** The screen stays. */
    rewriteAddress(address: string, personal: EntryState['personal']) {
      latest = { ...latest, personal };
      write('replaceState', latest, address);
    },
    go: (delta: number) => window.history.go(delta),
    listen(listener: (change: HistoryChange) => void) {
      notify = listener;
      window.addEventListener('popstate', () => listener({ popped: true, ...syncEntry() }));
    },
  };
}

function randomKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** @returns `null` without our state, as for a typed `#` */
const readState = (state: unknown): EntryState | null => (v.is(stateSchema, state) ? state : null);
