import * as v from 'valibot';
import { text } from '../contract/fields.ts';
import type { ActivityWindow } from '../contract/windows.ts';
import { windowText } from '../copy/window-text.ts';
import { formatDateTime, parseInstant } from '../time/shanghai.ts';

/** On the element around a route's markup, with the route's path: each selector of its styles begins with it. */
export const SHELL_ATTRIBUTE = 'data-shell';

/**
 * On a button that answers before any code runs: its name. The screen carries the tap out once, on its own button of
 * the same name.
 */
export const ACTION_ATTRIBUTE = 'data-action';

/** Beside it where the action needs the tap itself (clipboard, share sheet, files): the screen asks for another. */
export const ACTIVATION_ATTRIBUTE = 'data-activation';

/** Stands in a shell's files for the address of its release, without a slash at its end. */
export const RELEASE_ADDRESS = '%release%';

/**
 * What the origin writes into markup: `<time data-fill="windows.draw.end"></time>`; `window` in place of `windows.draw`
 * is the route's own. A release may name no other kind.
 */
export const fillKinds = {
  /** `windowText`; empty without bounds. */
  period: (window: ActivityWindow): string => windowText(window) ?? '',
  /** The same to the second, with both years. */
  exactPeriod: (window: ActivityWindow): string => windowText(window, { exact: true }) ?? '',
  /** `formatDateTime`; empty without this bound. */
  start: ({ start }: ActivityWindow): string => dateOf(start),
  end: ({ end }: ActivityWindow): string => dateOf(end),
} as const;

export type FillKind = keyof typeof fillKinds;

function dateOf(bound: string | null): string {
  const instant = parseInstant(bound);
  return instant === null ? '' : formatDateTime(instant);
}

/** File beside the host's page, for its origin. */
export const HOST_SHELLS_FILE = 'shells.json';

/** The host's pages that are told apart before any code runs; `loading` stands for a route without a shell. */
export const hostShellNames = [
  'loading',
  'hall',
  'share',
  'disconnected',
  'notFound',
  'offline',
  'notStarted',
  'ended',
  'outdated',
  'registry',
] as const;
export type HostShellName = (typeof hostShellNames)[number];

/** One for each skin. */
const perSkin = v.tuple([text, text, text]);

/**
 * The host's own markup.
 * - `styles`: for every page, by skin
 * - `frames`: header and main region by `frameKey`, around `TITLE_MARKER` and `SCREEN_MARKER`
 * - `pages`: what stands in the main region
 */
export const hostShellsSchema = v.object({
  styles: perSkin,
  frames: v.record(text, text),
  pages: v.object(v.entriesFromList(hostShellNames, v.object({ title: text, markup: perSkin }))),
});
export type HostShells = v.InferOutput<typeof hostShellsSchema>;

export const TITLE_MARKER = '%title%';
export const SCREEN_MARKER = '%screen%';

/** `toned`: the route has a tone, which the page's styles give as `--header-background` and `--header-ink`. */
export const frameKey = ({ share, overlay, toned }: { share: boolean; overlay: boolean; toned: boolean }): string =>
  [share && 'share', overlay && 'overlay', toned && 'toned'].filter(Boolean).join(' ') || 'plain';
