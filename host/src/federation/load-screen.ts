import type { ActivityModule, Screen } from '@fridge/shared-contracts';
import {
  compatibility,
  isActivityModule,
  movedAddress,
  type OpenPhases,
  type RegistryEntry,
  type RouteEntry,
  type RouteMatch,
  RETRY_ADDRESSES,
} from '@fridge/shared-contracts/page';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { ActivityFailure, failureOf } from './failures.ts';
import type { FederationPort } from './federation.ts';

/**
 * Milliseconds. Entry, screen and render follow each other, styles load beside them: 19 s from the host's first render, so within 20 s the
 * user sees why nothing opens (architecture, "When a remote fails").
 */
export const phaseLimits = {
  /** Entry, container and activity module. */
  entry: 7_000,
  screen: 5_000,
  styles: 7_000,
  /** A screen suspends or draws nothing. */
  render: 7_000,
} as const;

/** Whole milliseconds, as an `open` event has them. @param from of `performance.now` */
export const elapsedSince = (from: number): number => Math.min(60_000, Math.round(performance.now() - from));

async function inTime<Value>(phase: Exclude<keyof typeof phaseLimits, 'render'>, work: Promise<Value>): Promise<Value> {
  try {
    const value = await withTimeout(work, phaseLimits[phase]);
    if (value === TIMED_OUT) throw new ActivityFailure(phase, 'timeout');
    return value;
  } catch (error) {
    throw failureOf(error, phase, 'network');
  }
}

/**
 * Checks contract and origin before any file is fetched. On a cold open the origin has checked them before it wrote
 * the links (`preloadLinksOf` of `ops`). @throws ActivityFailure
 */
export function checkRelease(
  remote: Pick<RegistryEntry, 'contract' | 'entry'>,
  remoteOrigins: readonly string[],
): void {
  checkContract(remote.contract);
  if (!remoteOrigins.includes(new URL(remote.entry).origin)) throw new ActivityFailure('origin', 'foreign');
}

function checkContract(contract: string): void {
  const fits = compatibility(contract);
  if (fits === 'unreadable') throw new ActivityFailure('contract', 'malformed');
  if (fits !== 'fits') throw new ActivityFailure('contract', fits);
}

/** A loaded screen, with the milliseconds that loading took. */
export type OpenedScreen = {
  Screen: Screen;
  phases: Omit<OpenPhases, 'render'>;
  /** Releases its styles. */
  leave: () => void;
  /** After a crash: the next visit loads it again. */
  discard: () => void;
};

export type RemoteModules = ReturnType<typeof createRemoteModules>;

/** Loads activity modules. After a failure the remote's next attempt, of any screen, takes new addresses. */
export function createRemoteModules(federation: FederationPort) {
  const attempts = new Map<string, number>();
  const attemptOf = (name: string) => attempts.get(name) ?? 0;
  // In development addresses are free.
  const isUsedUp = (name: string) => attemptOf(name) > RETRY_ADDRESSES && import.meta.env.MODE !== 'development';

  return {
    /** Selects its addresses (`releaseFiles`). */
    attemptOf,
    /** Whether the last addresses have failed: only a new page can load the release again. */
    isUsedUp,
    /** @param tried its number; an earlier attempt counts no more */
    failed(name: string, tried: number): void {
      if (tried >= attemptOf(name)) attempts.set(name, tried + 1);
    },
    /** @param address of the entry @param covered once it may be imported (`integrity-maps.ts`) */
    async loadActivity(name: string, address: string, covered: Promise<void>): Promise<ActivityModule> {
      const imported = covered.then(() => federation.importActivity({ name, entry: address }));
      const module = defaultExport(await inTime('entry', imported));
      if (!isActivityModule(module)) throw new ActivityFailure('activity', 'malformed');
      checkContract(module.contract);
      return module;
    },
  };
}

/** @throws ActivityFailure */
export async function loadScreen(activity: ActivityModule, { route }: Pick<RouteMatch, 'route'>): Promise<Screen> {
  const load = Object.hasOwn(activity.screens, route.path) ? activity.screens[route.path] : undefined;
  if (!load) throw new ActivityFailure('screen', 'missing');
  const screen = defaultExport(await inTime('screen', Promise.resolve().then(load)));
  if (!isScreen(screen)) throw new ActivityFailure('screen', 'malformed');
  return screen;
}

/** @throws ActivityFailure */
export async function waitForStyles(ready: Promise<boolean>): Promise<void> {
  if (!(await inTime('styles', ready))) throw new ActivityFailure('styles', 'network');
}

function defaultExport(exposed: unknown): unknown {
  return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : null;
}

function isScreen(value: unknown): value is Screen {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/**
 * Retries load all modules from `/~<attempt>/`, where the origin serves the same files (docs/contract.md): an engine
 * may cache a failed import by address. A development server changes addresses anyway.
 */
export function releaseFiles(
  remote: Pick<RegistryEntry, 'entry' | 'styles'>,
  route: Pick<RouteEntry, 'scripts'>,
  attempt: number,
) {
  const entry = movedEntry(remote.entry, attempt);
  const base = new URL('.', entry);
  const absolute = (file: string) => new URL(file, base).href;
  return {
    entry,
    scripts: [...new Set([entry, ...route.scripts.map(absolute)])],
    styles: remote.styles.map(({ file, integrity }) => ({ href: absolute(file), integrity })),
  };
}

function movedEntry(entry: string, attempt: number): string {
  if (attempt === 0 || import.meta.env.MODE !== 'development') return movedAddress(entry, attempt);
  const url = new URL(entry);
  url.searchParams.set('attempt', String(attempt));
  return url.href;
}

/** Except modules that `early-start.ts` preloads already. */
export function preloadModules(urls: readonly string[]): void {
  const { head } = document;
  const preloaded = new Set(
    [...head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) {
    if (preloaded.has(url)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.href = url;
    head.append(link);
  }
}
