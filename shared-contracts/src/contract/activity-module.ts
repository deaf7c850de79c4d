import type { ComponentType } from 'react';
import type { HostServices } from './host-services.ts';

/** A screen is mounted anew for each visit. */
export type ScreenProps = { host: HostServices };
export type Screen = ComponentType<ScreenProps>;

/** A remote's `./activity` (default export). `screens` has one loader per route, for its code alone. */
export interface ActivityModule {
  /** The contract it was built for; the host checks it before mounting. */
  readonly contract: string;
  readonly screens: Readonly<Record<string, () => Promise<{ default: Screen }>>>;
}

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
