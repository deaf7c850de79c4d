/** Where the page stands in the tab's history; `index` counts the entries since the host was opened. */
export interface HistoryPlace {
  pathname: string;
  search: string;
  hash: string;
  key: string;
  index: number;
}

/** The browser's history, as far as the host needs it. */
export interface BrowserHistory {
  place(): HistoryPlace;
  push(address: string): void;
  replace(address: string): void;
  go(delta: number): void;
  /** Calls back after every change, the browser's own buttons included. @returns stops listening */
  listen(listener: () => void): () => void;
}

/** Key of an entry that the browser made for a jump to an anchor (`#tips`) within the screen. */
export const ANCHOR_KEY = 'anchor';

/** What an entry keeps in `history.state`, where it outlives a reload. */
type EntryState = { key: string; index: number };

/**
 * The History API with numbered entries: the number tells whether there is one to go back to. Written here rather
 * than taken from a router: the routes come from the registry at runtime, so a router's matching has nothing to do,
 * and its history alone weighs 12 KB (docs/decisions/0003-navigation.md).
 */
export function createBrowserHistory(window: Window): BrowserHistory {
  const { history, location } = window;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  function write(how: 'pushState' | 'replaceState', address: string, index: number): void {
    const state: EntryState = { key: `${index}-${Math.random().toString(36).slice(2, 10)}`, index };
    history[how](state, '', address);
    latest = state;
  }
  let latest = readState(history.state) ?? { key: ANCHOR_KEY, index: 0 };
  if (readState(history.state) === null) write('replaceState', `${location.pathname}${location.search}${location.hash}`, 0);
  const current = (): EntryState => readState(history.state) ?? latest;
  /** The browser's buttons, and jumps to anchors: an entry of ours lies below such a one, so it is counted on. */
  const onPop = () => {
    const known = readState(history.state);
    latest = known ?? { key: ANCHOR_KEY, index: latest.index + 1 };
    if (!known) history.replaceState(latest, '');
    tell();
  };

  return {
    place() {
      const { pathname, search, hash } = location;
      return { pathname, search, hash, ...current() };
    },
    push(address) {
      write('pushState', address, current().index + 1);
      tell();
    },
    replace(address) {
      write('replaceState', address, current().index);
      tell();
    },
    go: (delta) => history.go(delta),
    listen(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', onPop);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', onPop);
      };
    },
  };
}

/** An entry made by someone else, a typed `#` for one, has no state of ours. */
function readState(state: unknown): EntryState | null {
  if (typeof state !== 'object' || state === null || !('index' in state) || !('key' in state)) return null;
  return typeof state.index === 'number' && typeof state.key === 'string' ? { key: state.key, index: state.index } : null;
}
