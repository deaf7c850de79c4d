import type { ComponentType } from 'react';
import type { HostServices } from './host-services.ts';

/** What a screen gets. It is mounted anew for each visit and unmounted when the user leaves. */
export type ScreenProps = { host: HostServices };
export type Screen = ComponentType<ScreenProps>;

/**
 * What a remote exposes as `./activity` (default export). `screens` has one loader per route of its release, so
 * that a route loads its own code and no more.
 */
export interface ActivityModule {
  /** The contract it was built for; the host checks it against the release before mounting. */
  readonly contract: string;
  readonly screens: Readonly<Record<string, () => Promise<{ default: Screen }>>>;
}

/** @returns whether something a remote exposed has the shape of an activity module */
export function isActivityModule(exposed: unknown): exposed is ActivityModule {
  if (typeof exposed !== 'object' || exposed === null) return false;
  const { contract, screens } = exposed as Partial<Record<keyof ActivityModule, unknown>>; // read before it is known
  return (
    typeof contract === 'string' &&
    typeof screens === 'object' &&
    screens !== null &&
    Object.values(screens).every((load) => typeof load === 'function')
  );
}
