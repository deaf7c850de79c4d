import type { ComponentType } from 'react';
import * as v from 'valibot';
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

const activityModuleSchema = v.object({ contract: v.string(), screens: v.record(v.string(), v.function()) });

export const isActivityModule = (exposed: unknown): exposed is ActivityModule => v.is(activityModuleSchema, exposed);
