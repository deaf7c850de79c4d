import { createStore } from 'zustand/vanilla';
import type { DialogContent, Query } from '@fridge/shared-contracts';
import {
  type Address,
  carriedParameters,
  isHashRoute,
  isPersonalParameter,
  normalisePath,
  readAddress,
  splitQuery,
  splitTokens,
  writeQuery,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';
import type { HistoryEntry, PageHistory } from './history.ts';
import type { LeaveGuard } from './leave-guard.ts';

/** The screen that the address means. */
export type Visit = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of the history's entry, and the same after a return to it. */
  readonly key: string;
  /** Counts the visits: a screen is mounted anew for each, on a return as well. */
  readonly number: number;
};

export interface Navigation {
  readonly visit: ReadableStore<Visit>;
  /** See `NavigationService`; each asks the guards before it leaves. */
  push(path: string, query?: Query): void;
  replace(path: string, query?: Query): void;
  hrefOf(path: string, query?: Query): string;
  guard(question: () => DialogContent | null): () => void;
  /** To the entry before. @returns `false` at the first one, and nothing happens */
  goBack(): boolean;
  /** Out of the product, to wherever the tab was before. */
  leaveProduct(): void;
  /** Goes on where the guards allow it. */
  leave(go: () => void): void;
  stop(): void;
}

export interface NavigationParts {
  history: PageHistory;
  guard: LeaveGuard;
}

/**
 * Screens over the router's history (docs/decisions/0003-navigation.md). Old hash links (`/#/yearReport?brand=1`) are
 * rewritten in place to the one spelling, and what tells who somebody is moves from the address into the entry; a token
 * goes nowhere: the platform has read it.
 */
export function createNavigation({ history, guard }: NavigationParts): Navigation {
  canonicalise(history, null);
  const store = createStore<Visit>(() => ({ ...readVisit(history.entry()), number: 0 }));
  const carried = pick(store.getState().query, carriedParameters);
  /** Where in the history the current screen stands. */
  let { index } = history.entry();
  /** The entry that the user agreed to leave for; the browser is on its way there. */
  let agreed: number | null = null;

  const stop = history.listen(({ popped, placeUnknown }) => {
    const entry = history.entry();
    const visit = store.getState();
    const next = readVisit(entry);
    const delta = entry.index - index;
    // The browser has gone already: back to the screen that is still drawn, then ask.
    if (popped && entry.index !== agreed && delta !== 0 && !isSameVisit(visit, next) && guard.question()) {
      if (placeUnknown) {
        const { open, personal } = splitQuery(visit.query);
        history.respell(visit.path + writeQuery(open), personal);
        ({ index } = entry);
        guard.leave(() => replaceBy(readAddress(entry)));
      } else {
        history.go(-delta);
        guard.leave(() => {
          agreed = entry.index;
          history.go(delta);
        });
      }
      return;
    }
    agreed = null;
    if (canonicalise(history, visit)) return; // and it has been heard
    ({ index } = entry);
    if (!isSameVisit(visit, next)) store.setState({ ...next, number: next.key === visit.key ? visit.number : visit.number + 1 }, true);
  });
  const replaceBy = ({ path, query }: Address) => {
    const { open, personal } = splitQuery(query);
    history.replace(path + writeQuery(open), splitTokens(personal).rest);
  };

  const addressOf = (path: string, open: Query = {}) => normalisePath(path) + writeQuery({ ...carried, ...open });
  const go = (how: 'push' | 'replace', path: string, query: Query = {}) =>
    guard.leave(() => {
      const personalQuery = splitTokens(splitQuery(query).personal).rest;
      history[how](addressOf(path, withoutPersonal(query)), personalQuery);
    });

  return {
    visit: store,
    push: (path, query) => go('push', path, query),
    replace: (path, query) => go('replace', path, query),
    hrefOf: (path, query = {}) => addressOf(path, withoutPersonal(query)),
    guard: guard.guard,
    goBack() {
      if (index === 0) return false;
      guard.leave(() => {
        agreed = index - 1;
        history.go(-1);
      });
      return true;
    },
    leaveProduct: () => history.go(-1),
    leave: guard.leave,
    stop,
  };
}

function readVisit(entry: HistoryEntry): Omit<Visit, 'number'> {
  const { path, query } = readAddress(entry);
  return { path, query: Object.freeze(splitTokens({ ...query, ...entry.personal }).rest), key: entry.key };
}

/** Whether the screen stays as it is. */
function isSameVisit(before: Omit<Visit, 'number'>, next: Omit<Visit, 'number'>): boolean {
  return next.key === before.key && next.path === before.path && writeQuery(next.query) === writeQuery(before.query);
}

/**
 * Gives the current entry its one spelling: no hash route, nothing personal.
 * @param visit what is on show: an address that means the same leaves its screen as it is
 * @returns whether the entry became another one
 */
function canonicalise(history: PageHistory, visit: Visit | null): boolean {
  const entry = history.entry();
  const isRoute = isHashRoute(entry);
  if (!isRoute && !namesSomebody(entry)) return false;
  const { path, query } = readAddress(entry);
  const { open, personal } = splitQuery(query);
  const [anchor = ''] = entry.hash.split('?');
  const held = isRoute ? {} : entry.personal;
  const address = path + writeQuery(open) + (isRoute ? '' : anchor);
  if (visit !== null && isSameVisit(visit, readVisit(entry))) {
    history.respell(address, entry.personal);
    return false;
  }
  history.replace(address, splitTokens({ ...held, ...personal }).rest);
  return true;
}

/** Whether a personal parameter stands anywhere in the address, be it twice or unreadable. */
function namesSomebody({ search, hash }: HistoryEntry): boolean {
  const behindHash = hash.slice(hash.indexOf('?') + 1 || hash.length);
  return [search, behindHash].some((part) => [...new URLSearchParams(part).keys()].some(isPersonalParameter));
}

/** `undefined` stays: it takes a carried parameter away. */
function withoutPersonal(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isPersonalParameter(name)));
}

function pick(query: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}
