import type { ComponentType } from 'react';
import * as v from 'valibot';
import { text } from './fields.ts';
import type { HostServices } from './host-services.ts';
import type { Skin } from './page-context.ts';
import { callback, type HeaderState } from './screen-values.ts';
import type { ActivityWindow } from './windows.ts';

/** A screen is mounted anew for each visit. */
export type ScreenProps = { host: HostServices };
export type Screen = ComponentType<ScreenProps>;

/**
 * All that a shell is made of, besides the release.
 * - `period`: the activity's window
 * - `inApp`: by the user agent
 * - `isBare`: the address has none of the release's `publicParameters`; a screen reads the address itself
 */
export type ShellProps = { skin: Skin; period: ActivityWindow; inApp: boolean; isBare: boolean };
/**
 * A screen before anything is known. The same props give the same markup: no host, effect, random or current time, and
 * html ids that begin with the route. The screen draws the same component; `data-live` marks what it may draw
 * otherwise. Animations that run once last `--duration-light`: 0 where screen and shell follow each other.
 */
export type Shell = ComponentType<ShellProps>;
/** The header of a shell and its screen, besides the route's title and tone. */
export type ShellHeader = Pick<HeaderState, 'overlay' | 'share'>;

/** A remote's `./activity` (default export). `screens` has one loader per route, for its code alone. */
export interface ActivityModule {
  /** The contract it was built for; the host checks it before mounting. */
  readonly contract: string;
  readonly screens: Readonly<Record<string, () => Promise<{ default: Screen; Shell?: Shell; header?: ShellHeader }>>>;
}

export const isActivityModule = (exposed: unknown): exposed is ActivityModule =>
  v.is(v.object({ contract: text, screens: v.record(text, callback()) }), exposed);
