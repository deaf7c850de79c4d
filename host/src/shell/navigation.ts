import { createStore } from 'zustand/vanilla';
import type { DialogContent, FeedbackService, NavigationService, Query } from '@fridge/shared-contracts';
import {
  type Address,
  carriedParameters,
  hostPaths,
  isHashRoute,
  isPersonalParameter,
  normalisePath,
  readAddress,
  splitQuery,
  splitTokens,
  writeQuery,
} from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../lib/read-store.ts';
import type { HistoryEntry, PageHistory } from './history.ts';

/** `key`: of the history entry, the same after a return. */
type Place = Address & { readonly key: string };

export type Visit = Place & {
  /** Each visit mounts its screen anew, a return included. */
  readonly number: number;
  /** The path of the page that a link or a screen led from; `null` for back, forward and a typed address. */
  readonly enteredFrom: string | null;
};

export type Navigation = ReturnType<typeof createNavigation>;

type EventWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;
type Confirm = FeedbackService['confirm'];

/**
 * Rewrites old hash links (`/#/yearReport?brand=1`) and redirected paths, moves personal parameters into the entry,
 * drops tokens: the platform has read them (docs/decisions/0003-navigation.md).
 */
export function createNavigation({
  history,
  window,
  confirm,
  closePage,
  redirected = (path) => path,
}: {
  history: PageHistory;
  window: EventWindow;
  confirm: Confirm;
  /** `false` when there is none, or the app refuses. */
  closePage: () => Promise<boolean>;
  /** Where a path leads by the redirects of the page's releases. */
  redirected?: (path: string) => string;
}) {
  const guard = createLeaveGuard(window, confirm);
  const readEntry = (entry: HistoryEntry) => {
    const { path, query } = readAddress(entry);
    return { path: redirected(path), query };
  };
  const readVisit = (entry: HistoryEntry): Place => {
    const { path, query } = readEntry(entry);
    return { path, query: Object.freeze(splitTokens({ ...query, ...entry.personal }).rest), key: entry.key };
  };
  canonicalise(history, readEntry, false);
  const store = createStore<Visit>(() => ({ ...readVisit(history.entry()), number: 0, enteredFrom: null }));
  const { query: context } = store.getState();
  const carried = Object.fromEntries(carriedParameters.map((name) => [name, context[name]]));
  let { index } = history.entry();
  /** Index that the user confirmed, until the browser reaches it. */
  let confirmedIndex: number | null = null;
  const goTo = (target: number) => {
    confirmedIndex = target;
    history.go(target - index);
  };

  history.listen(({ popped, placeUnknown }) => {
    const entry = history.entry();
    const visit = store.getState();
    const next = readVisit(entry);
    const isSame =
      next.key === visit.key && next.path === visit.path && writeQuery(next.query) === writeQuery(visit.query);
    const delta = entry.index - index;
    // The browser has already moved: return to the shown screen, then ask.
    if (popped && entry.index !== confirmedIndex && delta !== 0 && !isSame && guard.question()) {
      if (placeUnknown) {
        const asked = readEntry(entry);
        history.rewriteAddress(addressOf(visit), storedOf(visit));
        ({ index } = entry);
        guard.leave(() => history.navigate('replace', addressOf(asked), storedOf(asked)));
      } else {
        history.go(-delta);
        guard.leave(() => goTo(entry.index));
      }
      return;
    }
    confirmedIndex = null;
    if (canonicalise(history, readEntry, isSame)) return; // the listener was called for it
    ({ index } = entry);
    if (isSame) return;
    if (next.key === visit.key) store.setState(next);
    else store.setState({ ...next, number: visit.number + 1, enteredFrom: popped ? null : visit.path });
  });

  const hrefOf = (path: string, query: Query = {}) =>
    addressOf({ path: redirected(normalisePath(path)), query: { ...carried, ...query } });
  const go =
    (how: 'push' | 'replace'): NavigationService['push'] =>
    (path, query = {}) =>
      guard.leave(() => history.navigate(how, hrefOf(path, query), storedOf({ query })));
  const replace = go('replace');

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    const { key, path } = store.getState();
    const closed = await closePage();
    closing = false;
    // The user may have navigated before the app answered.
    if (closed || store.getState().key !== key) return;
    // At the first entry, outside the app, back leads to the hall (architecture, "The house").
    if (path === hostPaths.hall) history.go(-1);
    else replace(hostPaths.hall);
  };

  return {
    visit: store as ReadableStore<Visit>,
    /** See `NavigationService`; these ask the guards first. */
    push: go('push'),
    replace,
    hrefOf,
    guard: guard.add,
    /** The contract's `navigation.back`, also for the header's button. */
    back: () => guard.leave(() => (index > 0 ? goTo(index - 1) : void close())),
  };
}

const addressOf = ({ path, query }: { path: string; query: Query }) => path + writeQuery(splitQuery(query).open);

/** @returns what the entry's state holds: tokens are never stored */
const storedOf = ({ query }: { query: Query }) => splitTokens(splitQuery(query).personal).rest;

/**
 * @param isSame as the current visit, which keeps its screen
 * @returns whether the entry was replaced
 */
function canonicalise(history: PageHistory, readEntry: (entry: HistoryEntry) => Address, isSame: boolean): boolean {
  const entry = history.entry();
  const isRoute = isHashRoute(entry);
  const read = readEntry(entry);
  if (!isRoute && !hasPersonal(entry) && read.path === readAddress(entry).path) return false;
  const address = addressOf(read) + (isRoute ? '' : entry.hash.replace(/\?.*/, ''));
  if (isSame) history.rewriteAddress(address, entry.personal);
  else history.navigate('replace', address, storedOf({ query: { ...(!isRoute && entry.personal), ...read.query } }));
  return !isSame;
}

function hasPersonal({ search, hash }: HistoryEntry): boolean {
  const parameters = new URLSearchParams(`${search}&${hash.replace(/^[^?]*\?/, '')}`);
  return [...parameters.keys()].some(isPersonalParameter);
}

function createLeaveGuard(window: EventWindow, confirm: Confirm) {
  const questions = new Set<() => DialogContent | null>();
  let confirming = false;

  const current = () =>
    [...questions]
      .map((question) => question())
      .reverse()
      .find((content) => content !== null) ?? null;
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (current()) event.preventDefault();
  };

  return {
    /** Of the latest guard that has one. */
    question: current,
    /** @param question `null` when nothing would be lost. @returns removes it */
    add(question: () => DialogContent | null) {
      questions.add(question);
      window.addEventListener('beforeunload', onBeforeUnload);
      return () => {
        questions.delete(question);
        // Only with a guard: the listener disables some browsers' back-forward cache.
        if (questions.size === 0) window.removeEventListener('beforeunload', onBeforeUnload);
      };
    },
    /** Only one confirmation at a time: a second navigation is dropped. */
    leave(go: () => void) {
      if (confirming) return;
      const content = current();
      if (!content) return go();
      confirming = true;
      void confirm(content).then((confirmed) => {
        confirming = false;
        if (confirmed) go();
      });
    },
  };
}
