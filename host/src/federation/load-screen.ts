import type { ActivityModule, Screen } from '@fridge/shared-contracts';
import {
  compatibility,
  type FailurePhase,
  isActivityModule,
  type RegistryEntry,
  type RouteMatch,
} from '@fridge/shared-contracts/host';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { ActivityFailure, failureOf } from './failures.ts';
import type { FederationPort } from './federation.ts';

/**
 * Milliseconds. Entry, screen and render follow each other, styles load beside them: 19 s in all, so within 20 s the
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

/** @throws ActivityFailure */
export async function inTime<Value>(phase: Exclude<keyof typeof phaseLimits, 'render'>, work: Promise<Value>): Promise<Value> {
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
 * the links (`links-ahead.ts`). @throws ActivityFailure
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

export interface Attempt {
  /** Selects the addresses (`releaseFiles`). */
  readonly number: number;
  /** @throws ActivityFailure */
  loadActivity(entry: string): Promise<ActivityModule>;
  /** Later visits reuse its addresses. */
  succeed(): void;
  /** The next visit takes new addresses, unless a later attempt succeeded. */
  discard(): void;
}

export interface RemoteModules {
  begin(name: string): Attempt;
}

type Attempts = { next: number; highest: number; workingSince: number };

export function createRemoteModules(federation: FederationPort): RemoteModules {
  const remotes = new Map<string, Attempts>();
  let begun = 0;

  return {
    begin(name) {
      const remote = remotes.get(name) ?? { next: 0, highest: 0, workingSince: 0 };
      remotes.set(name, remote);
      const number = remote.next;
      begun += 1;
      const turn = begun;
      return {
        number,
        async loadActivity(entry) {
          const module = defaultExport(await inTime('entry', federation.loadActivity({ name, entry })));
          if (!isActivityModule(module)) throw new ActivityFailure('activity', 'malformed');
          checkContract(module.contract);
          return module;
        },
        succeed() {
          if (turn < remote.workingSince) return;
          remote.workingSince = turn;
          remote.next = number;
        },
        discard() {
          if (remote.next !== number || remote.workingSince > turn) return;
          remote.highest += 1;
          remote.next = remote.highest;
        },
      };
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
  const phase: FailurePhase = 'styles';
  if (!(await inTime(phase, ready))) throw new ActivityFailure(phase, 'network');
}

function defaultExport(exposed: unknown): unknown {
  return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : null;
}

function isScreen(value: unknown): value is Screen {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}
