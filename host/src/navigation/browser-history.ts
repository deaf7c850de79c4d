import { UNSAFE_createBrowserHistory } from 'react-router-dom';

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

/**
 * The router's own history: it numbers its entries in `history.state.idx`, which outlives a reload. Only this file
 * knows that its name is marked as internal (the version is pinned exactly).
 */
export function createBrowserHistory(window: Window): BrowserHistory {
  const history = UNSAFE_createBrowserHistory({ window, v5Compat: true });
  return {
    place() {
      const { pathname, search, hash, key } = history.location;
      return { pathname, search, hash, key, index: readIndex(window.history.state) };
    },
    push: (address) => history.push(address),
    replace: (address) => history.replace(address),
    go: (delta) => history.go(delta),
    listen: (listener) => history.listen(listener),
  };
}

function readIndex(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return 0;
  return typeof state.idx === 'number' ? state.idx : 0;
}
