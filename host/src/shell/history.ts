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

const personalSchema = v.record(v.string(), v.string());
const stateSchema = v.object({ index: v.number(), key: v.string(), personal: personalSchema });
const handoverSchema = v.object({ address: v.string(), personal: personalSchema, index: v.number() });
type Handover = v.InferOutput<typeof handoverSchema>;

type EntryState = Pick<HistoryEntry, 'key' | 'index' | 'personal'>;

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
      if (!isRefusal(error)) throw error;
      return false;
    }
  };
  const kept = readState(window.history.state);
  const handedOver = handover.read();
  handover.remove();
  let latest = kept ?? stateAfterLoad(handedOver, location);
  if (!kept) write('replaceState', latest);
  let { length } = window.history;

  /** Entries without our state are the browser's: directly above the current one, for the same screen. */
  const syncEntry = (): Pick<HistoryChange, 'placeUnknown'> => {
    const state = readState(window.history.state);
    const grew = window.history.length > length;
    ({ length } = window.history);
    latest = state ?? { ...latest, index: latest.index + 1 };
    if (!state) write('replaceState', latest);
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
  /** Where the browser refuses, loads the last address of a task. */
  const navigate = (how: 'push' | 'replace', address: string, personal: HistoryEntry['personal']) => {
    const entry = { key: randomKey(), index: how === 'push' ? latest.index + 1 : latest.index, personal };
    if (write(`${how}State`, entry, address)) {
      const change = { popped: false, ...syncEntry() };
      notify?.(change);
      return;
    }
    if (loading === null) queueMicrotask(startLoading);
    loading = { how: how === 'push' ? 'assign' : 'replace', entry: { address, personal, index: entry.index } };
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
      write('replaceState', latest, address);
    },
    go: (delta: number) => window.history.go(delta),
    listen(listener: (change: HistoryChange) => void) {
      notify = listener;
      window.addEventListener('popstate', () => listener({ popped: true, ...syncEntry() }));
    },
  };
}

/** @param handedOver by the page before, for this address */
function stateAfterLoad(handedOver: Handover | null, { pathname, search, hash }: Location): EntryState {
  const { index, personal } =
    handedOver?.address === pathname + search + hash ? handedOver : { index: 0, personal: {} };
  return { key: randomKey(), index, personal };
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

function randomKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** @returns `null` without our state, as for a typed `#` */
function readState(state: unknown): EntryState | null {
  const read = v.safeParse(stateSchema, state);
  return read.success ? read.output : null;
}
