import { normalisePath, type NavigationService, type Query, readAddress, type Store, writeQuery } from '@fridge/shared-contracts';
import { ANCHOR_KEY, type BrowserHistory } from './browser-history.ts';
import { carriedParameters } from './carried-parameters.ts';

/** The screen that the address means. `key` differs for every visit, so that a screen is mounted anew each time. */
export type Place = { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly key: string };

export interface Navigation extends NavigationService, Store<Place> {
  /** The address a push would lead to: for real links, which can be opened in a new tab. */
  hrefOf(path: string, query?: Query): string;
  stop(): void;
}

export interface NavigationDependencies {
  /** Whether a path leads somewhere, by the registry as it stands. */
  opens: (path: string) => boolean;
  history: BrowserHistory;
  /** Closes the web view. Resolves `false` where there is none to close, or it refuses. */
  closePage: () => Promise<boolean>;
}

/** The hall, where back leads from the first entry outside the app (architecture, "The house"). */
const HALL = '/default';

/**
 * Routes of the host over the browser's history. Old hash links (`/#/yearReport?brand=1`) are rewritten in place to
 * the one spelling, so that reloading, sharing and going back see the same address.
 */
export function createNavigation({ history, closePage, opens }: NavigationDependencies): Navigation {
  const listeners = new Set<() => void>();
  canonicalise(history);
  let place = readPlace(history);
  const carried = carriedParameters(place.query);
  let closing = false;

  const stop = history.listen(() => {
    canonicalise(history);
    const next = readPlace(history);
    if (isSameVisit(place, next)) return;
    place = next;
    for (const listener of listeners) listener();
  });

  const addressOf = (path: string, query: Query = {}) => normalisePath(path) + writeQuery({ ...carried, ...query });

  return {
    get: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get query() {
      return place.query;
    },
    hrefOf: addressOf,
    opens: (path) => opens(normalisePath(path)),
    push: (path, query) => history.push(addressOf(path, query)),
    replace: (path, query) => history.replace(addressOf(path, query)),
    back() {
      if (history.place().index > 0) {
        history.go(-1);
        return;
      }
      if (closing) return;
      closing = true;
      const from = place.key;
      void closePage().then((closed) => {
        closing = false;
        // A silent app is waited for; whoever went on meanwhile stays there.
        if (closed || place.key !== from) return;
        // From the hall itself back leads out of the product, to wherever the tab was before.
        if (place.path === HALL) history.go(-1);
        else history.replace(addressOf(HALL));
      });
    },
    stop,
  };
}

function readPlace(history: BrowserHistory): Place {
  const current = history.place();
  const { path, query } = readAddress(current);
  return { path, query, key: current.key };
}

/** Whether the screen stays as it is. */
function isSameVisit(before: Place, next: Place): boolean {
  const sameAddress = next.path === before.path && writeQuery(next.query) === writeQuery(before.query);
  return sameAddress && (next.key === before.key || next.key === ANCHOR_KEY || before.key === ANCHOR_KEY);
}

function canonicalise(history: BrowserHistory): void {
  const current = history.place();
  if (!current.hash.startsWith('#/')) return;
  const { path, query } = readAddress(current);
  history.replace(path + writeQuery(query));
}
