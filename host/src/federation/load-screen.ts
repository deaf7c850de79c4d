import type { Screen } from '@fridge/shared-contracts';
import {
  compatibility,
  isActivityModule,
  movedAddress,
  type RegistryEntry,
  RETRY_ADDRESSES,
  type RouteEntry,
} from '@fridge/shared-contracts/page';
import { withTimeout } from '../lib/with-timeout.ts';
import { ActivityFailure, failureOf } from './failures.ts';
import type { FederationPort } from './federation.ts';
import type { PageMatch, Releases } from './releases.ts';
import type { Stylesheets } from './stylesheets.ts';

/**
 * Milliseconds. Entry, screen and render follow each other, styles load beside them: 19 s from the host's first render,
 * so within 20 s the user sees why nothing opens (architecture, "When a remote fails").
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

export type ScreenLoader = ReturnType<typeof createScreenLoader>;
export type OpenedScreen = Awaited<ReturnType<ScreenLoader['open']>>;

/** A development server has no other addresses. */
const ADDRESSES = import.meta.env.MODE === 'development' ? 0 : RETRY_ADDRESSES;

/** Loads screens. After a failure the remote's next attempt, of any screen, takes new addresses. */
export function createScreenLoader(
  federation: FederationPort,
  { complete }: Pick<Releases, 'complete'>,
  styles: Stylesheets,
  remoteOrigins: readonly string[],
) {
  const attempts = new Map<string, number>();
  const attemptOf = (name: string) => attempts.get(name) ?? 0;

  return {
    /** Whether the last addresses have failed: only a new page can load the release again. */
    isUsedUp: (name: string) => attemptOf(name) > ADDRESSES,

    /**
     * Checks contract and origin before any file is fetched. On a cold open the origin has checked them before it wrote
     * the links (`preloadLinksOf` of `server`), and `start-remote.ts` has begun the load. Each phase has a limit.
     * @returns the screen, with its remote's whole entry and the milliseconds that loading took; `leave` releases its
     * styles, `discard` lets the next visit load it again, after a crash
     * @throws ActivityFailure
     */
    async open(match: PageMatch) {
      const { name, route } = match;
      checkContract(match.remote.contract);
      const attempt = attemptOf(name);
      /** Once for an attempt, whatever number of visits share it. */
      const discard = () => {
        if (attempt === attemptOf(name)) attempts.set(name, attempt + 1);
      };
      const begun = performance.now();
      const remote = await inTime('entry', complete(match)).catch((error: unknown) => {
        discard();
        throw error;
      });
      if (!remoteOrigins.includes(new URL(remote.entry).origin)) throw new ActivityFailure('origin', 'foreign');
      const { entry, scripts, sheets } = releaseFiles(remote, route, attempt);
      const { ready, detach } = styles.attach(sheets);
      try {
        preloadModules(scripts);
        const importing = federation.importActivity({ name, entry, runtimeFree: remote.runtimeFree });
        const styling = inTime('styles', ready).then(() => elapsedSince(begun));
        styling.catch(() => undefined); // awaited below unless an earlier step fails
        const activity = defaultExport(await inTime('entry', importing, elapsedSince(begun)));
        if (!isActivityModule(activity)) throw new ActivityFailure('activity', 'malformed');
        checkContract(activity.contract);
        const entered = elapsedSince(begun);
        const imported = performance.now();
        const load = activity.screens[route.path];
        if (!load) throw new ActivityFailure('screen', 'missing');
        const Screen = defaultExport(await inTime('screen', Promise.resolve().then(load)));
        if (!isScreen(Screen)) throw new ActivityFailure('screen', 'malformed');
        const phases = { entry: entered, screen: elapsedSince(imported), styles: await styling };
        return { remote, Screen, phases, leave: detach, discard };
      } catch (error) {
        detach();
        discard();
        const failure = failureOf(error, 'entry', 'network');
        failure.files = failure.phase === 'styles' ? sheets : scripts.map((href) => ({ href }));
        throw failure;
      }
    },
  };
}

function checkContract(contract: string): void {
  const fits = compatibility(contract);
  if (fits !== 'fits') throw new ActivityFailure('contract', fits === 'unreadable' ? 'malformed' : fits);
}

/** @param spent of the phase, milliseconds */
async function inTime<Value>(phase: 'entry' | 'screen' | 'styles', work: Promise<Value>, spent = 0): Promise<Value> {
  try {
    const value = await withTimeout(work, phaseLimits[phase] - spent, new ActivityFailure(phase, 'timeout'));
    if (value instanceof ActivityFailure) throw value;
    return value;
  } catch (error) {
    throw failureOf(error, phase, 'network');
  }
}

/** Of anything that a remote exposes. */
const defaultExport = (exposed: unknown): unknown => (exposed as { default?: unknown } | null | undefined)?.default;

function isScreen(value: unknown): value is Screen {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/**
 * Retries load all modules from `/~<attempt>/`, where the origin serves the same files (docs/contract.md): an engine
 * may cache a failed import by address.
 */
function releaseFiles(remote: RegistryEntry, { path }: RouteEntry, attempt: number) {
  const entry = movedAddress(remote.entry, Math.min(attempt, ADDRESSES));
  const absolute = (file: string) => new URL(file, entry).href;
  return {
    entry,
    scripts: [
      ...new Set([entry, ...(remote.routes.find((route) => route.path === path)?.scripts ?? []).map(absolute)]),
    ],
    sheets: remote.styles.map(({ file, integrity }) => ({ href: absolute(file), integrity })),
  };
}

/** Except modules that `early-start.ts` preloads already. */
export function preloadModules(urls: readonly string[]): void {
  for (const href of urls) {
    if (document.head.querySelector(`link[rel="modulepreload"][href="${href}"]`)) continue;
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', href }));
  }
}
