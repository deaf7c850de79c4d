import type { ActivityModule, Screen } from '@fridge/shared-contracts';
import {
  compatibility,
  isActivityModule,
  movedAddress,
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

type Attempts = { next: number; highest: number; workingSince: number; isUsedUp: boolean };

/** In development addresses are free. */
const isLast = (attempt: number): boolean => attempt >= RETRY_ADDRESSES && import.meta.env.MODE !== 'development';

export type RemoteModules = ReturnType<typeof createRemoteModules>;

export function createRemoteModules(federation: FederationPort) {
  const releases = new Map<string, Attempts>();
  let begun = 0;

  return {
    begin(name: string, entry: string) {
      const release = releases.get(entry) ?? { next: 0, highest: 0, workingSince: 0, isUsedUp: false };
      releases.set(entry, release);
      const number = release.next;
      begun += 1;
      const turn = begun;
      return {
        /** Selects the addresses (`releaseFiles`). */
        number,
        /** @param address of the entry @param covered once it may be imported (`integrity-maps.ts`) */
        async loadActivity(address: string, covered: Promise<void> = Promise.resolve()): Promise<ActivityModule> {
          const imported = covered.then(() => federation.importActivity({ name, entry: address }));
          const module = defaultExport(await inTime('entry', imported));
          if (!isActivityModule(module)) throw new ActivityFailure('activity', 'malformed');
          checkContract(module.contract);
          return module;
        },
        /** Later visits reuse its addresses. */
        succeed() {
          if (turn < release.workingSince) return;
          release.workingSince = turn;
          release.next = number;
          release.isUsedUp = false;
        },
        /** The next visit takes new addresses while there are any, unless a later attempt succeeded. */
        discard() {
          if (release.next !== number || release.workingSince > turn) return;
          release.isUsedUp = isLast(release.highest);
          if (!release.isUsedUp) release.highest += 1;
          release.next = release.highest;
        },
      };
    },
    /** Whether the last addresses have failed: only a new page can load the release again. */
    isUsedUp: (entry: string): boolean => releases.get(entry)?.isUsedUp ?? false,
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
