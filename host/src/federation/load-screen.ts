import {
  type ActivityModule, compatibility, type FailurePhase, isActivityModule, type RegistryEntry, type RouteMatch, type Screen,
} from '@fridge/shared-contracts';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { ActivityFailure, failureOf } from './failures.ts';
import type { FederationPort } from './federation.ts';
import type { ReleaseFiles } from './release-files.ts';

/**
 * How long each phase of opening a remote may take, in milliseconds. One after the other they stay below 20 s, the
 * bound within which the user sees a fitting page (architecture, "When a remote fails").
 */
export const phaseLimits = {
  /** Entry module, container and activity module. */
  entry: 7_000,
  /** The code of the screen. */
  screen: 5_000,
  /** Stylesheets: asked for together with the entry. */
  styles: 7_000,
} as const;

/** Waits for a phase, but not longer than its limit. @throws ActivityFailure */
export async function inTime<Value>(phase: keyof typeof phaseLimits, work: Promise<Value>): Promise<Value> {
  try {
    const value = await withTimeout(work, phaseLimits[phase]);
    if (value === TIMED_OUT) throw new ActivityFailure(phase, 'timeout');
    return value;
  } catch (error) {
    throw failureOf(error, phase, 'network');
  }
}

/**
 * What can be told of a release before anything of it is fetched: whether it speaks this contract, and whether its
 * code may come from where it lies.
 * @throws ActivityFailure
 */
export function checkRelease(remote: Pick<RegistryEntry, 'contract' | 'entry'>, remoteOrigins: readonly string[]): void {
  checkContract(remote.contract);
  if (!remoteOrigins.includes(new URL(remote.entry).origin)) throw new ActivityFailure('origin', 'foreign');
}

function checkContract(contract: string): void {
  const fits = compatibility(contract);
  if (fits === 'unreadable') throw new ActivityFailure('contract', 'malformed');
  if (fits !== 'fits') throw new ActivityFailure('contract', fits);
}

/** The remotes that this page has met: their activity modules, and how often each was tried. */
export interface RemoteModules {
  /** How many attempts at a remote have failed or crashed; the next one loads below an address of its own. */
  attempts(name: string): number;
  /** Loads a remote's activity module, or takes the one that is there for its other routes. @throws ActivityFailure */
  loadActivity(name: string, files: Pick<ReleaseFiles, 'entry'>): Promise<ActivityModule>;
  /** A failure or a crash: the next load takes fresh modules. */
  discard(name: string): void;
}

export function createRemoteModules(federation: FederationPort): RemoteModules {
  const activities = new Map<string, { entry: string; module: ActivityModule }>();
  const attempts = new Map<string, number>();
  const attemptsOf = (name: string) => attempts.get(name) ?? 0;

  return {
    attempts: attemptsOf,
    discard(name) {
      activities.delete(name);
      attempts.set(name, attemptsOf(name) + 1);
    },
    async loadActivity(name, { entry }) {
      const known = activities.get(name);
      if (known?.entry === entry) return known.module;
      const exposed = await inTime('entry', federation.loadActivity(entry));
      const module = defaultExport(exposed);
      if (!isActivityModule(module)) throw new ActivityFailure('activity', 'malformed');
      checkContract(module.contract);
      activities.set(name, { entry, module });
      return module;
    },
  };
}

/** Loads the screen of a route out of its activity module. @throws ActivityFailure */
export async function loadScreen(activity: ActivityModule, { route }: Pick<RouteMatch, 'route'>): Promise<Screen> {
  const load = Object.hasOwn(activity.screens, route.path) ? activity.screens[route.path] : undefined;
  if (!load) throw new ActivityFailure('screen', 'missing');
  const screen = defaultExport(await inTime('screen', Promise.resolve().then(load)));
  if (!isScreen(screen)) throw new ActivityFailure('screen', 'malformed');
  return screen;
}

/** Waits until every stylesheet is in force. @throws ActivityFailure */
export async function styled(ready: Promise<boolean>): Promise<void> {
  const phase: FailurePhase = 'styles';
  if (!(await inTime(phase, ready))) throw new ActivityFailure(phase, 'network');
}

function defaultExport(exposed: unknown): unknown {
  return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : null;
}

function isScreen(value: unknown): value is Screen {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}
