import { createBrowserHistory, type History } from '@remix-run/router';
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

/** The router's history with what it lacks: numbers for every entry, parameters apart from the address, a safe limit. */
export interface PageHistory {
  /** The router's own, for its components. */
  readonly router: History;
  entry(): HistoryEntry;
  push(address: string, personal: Readonly<Record<string, string>>): void;
  replace(address: string, personal: Readonly<Record<string, string>>): void;
  go(delta: number): void;
  /** Calls back after every change; `popped` by the browser's own buttons or `go`. @returns stops listening */
  listen(listener: (change: { popped: boolean }) => void): () => void;
}

const HANDOVER_KEY = 'history.handover';
/** What the router calls an entry without a key. */
const NO_KEY = 'default';

const personalSchema = v.record(v.string(), v.string());
/** What the router writes into `history.state`, with our part of it. */
const stateSchema = v.object({ idx: v.number(), key: v.optional(v.string(), NO_KEY), usr: v.nullish(v.object({ personal: personalSchema })) });
const handoverSchema = v.object({ address: v.string(), personal: personalSchema, index: v.number() });

type EntryState = Pick<HistoryEntry, 'key' | 'index' | 'personal'>;

/**
 * @param storage sessionStorage, for the one case in which an entry has to outlive a load: Safari allows 100
 *   `pushState` calls in 30 s and throws from then on; the router then loads the address instead
 */
export function createPageHistory(window: Window, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): PageHistory {
  const { location } = window;
  takeOver(window, storage);
  const router = createBrowserHistory({ window, v5Compat: true });
  nameFirstEntry(window);
  let latest: EntryState = readState(window.history.state) ?? { key: NO_KEY, index: 0, personal: {} };

  /** An entry that the browser made has no number: it lies right above the one it was made from, and belongs to it. */
  const settle = () => {
    const known = readState(window.history.state);
    if (known) {
      latest = known;
      return;
    }
    latest = { ...latest, index: latest.index + 1 };
    attempt(() => window.history.replaceState({ idx: latest.index, key: latest.key, usr: { personal: latest.personal } }, ''));
  };

  const handOver = (address: string, personal: HistoryEntry['personal'], index: number) =>
    attempt(() => storage?.setItem(HANDOVER_KEY, JSON.stringify({ address, personal, index })));

  return {
    router,
    entry() {
      const { pathname, search, hash } = location;
      return { pathname, search, hash, ...(readState(window.history.state) ?? latest) };
    },
    push(address, personal) {
      const { key, index } = latest;
      router.push(address, { personal });
      settle();
      // Still the entry from before: the router is loading the address, and what the entry held goes along.
      if (latest.key === key) handOver(address, personal, index + 1);
    },
    replace(address, personal) {
      if (attempt(() => router.replace(address, { personal }))) return settle();
      handOver(address, personal, latest.index);
      location.replace(address);
    },
    go: (delta) => router.go(delta),
    listen: (listener) =>
      router.listen(({ action }) => {
        settle();
        listener({ popped: action === 'POP' });
      }),
  };
}

/** After a load that stood in for a push: the entry gets the number and the parameters it was meant to have. */
function takeOver(window: Window, storage: Pick<Storage, 'getItem' | 'removeItem'> | null): void {
  attempt(() => {
    const read = v.safeParse(handoverSchema, JSON.parse(storage?.getItem(HANDOVER_KEY) ?? 'null'));
    storage?.removeItem(HANDOVER_KEY);
    const { pathname, search, hash } = window.location;
    if (!read.success || read.output.address !== pathname + search + hash || readState(window.history.state)) return;
    const { personal, index } = read.output;
    window.history.replaceState({ idx: index, key: randomKey(), usr: { personal } }, '');
  });
}

/** The router gives the entry of a load no key of its own; what is kept by it must not be found by the next load's. */
function nameFirstEntry({ history }: Window): void {
  const state = readState(history.state);
  if (state?.key !== NO_KEY) return;
  attempt(() => history.replaceState({ idx: state.index, key: randomKey(), usr: { personal: state.personal } }, ''));
}

function randomKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** @returns `null` for an entry made by someone else, a typed `#` for one */
function readState(state: unknown): EntryState | null {
  const read = v.safeParse(stateSchema, state);
  return read.success ? { key: read.output.key, index: read.output.idx, personal: read.output.usr?.personal ?? {} } : null;
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
