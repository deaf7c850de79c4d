import * as v from 'valibot';
import { text } from '../contract/fields.ts';
import type { ActivityWindow, WindowState } from '../contract/windows.ts';
import { windowText } from '../copy/window-text.ts';
import { formatDateTime, parseInstant } from '../time/shanghai.ts';

export * from './shell-attributes.ts';

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

/** Of a share page: what it promises, and how a phone gets the app. */
export const shareNames = [
  'share',
  'shareDownload',
  'shareInWeChat',
  'reportShare',
  'reportShareDownload',
  'reportShareInWeChat',
  'shareInApp',
] as const;
export type ShareName = (typeof shareNames)[number];

/** The host's pages that are told apart before any code runs; `loading` stands for a route without a shell. */
export const hostShellNames = [
  'loading',
  'hall',
  ...shareNames,
  'disconnected',
  'notFound',
  'offline',
  'offlineTold',
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
 * - `styles`: for every page, by skin: of the document, the skin and the frames
 * - `frames`: header and main region by `frameKey`, around `TITLE_MARKER` and `SCREEN_MARKER`
 * - `pages`: what stands in the main region, with the styles that it needs besides
 * - `cards`: of the hall, by `cardKey`
 * - `notice`: at the end of the header, with the styles that it needs besides
 */
export const hostShellsSchema = v.object({
  styles: perSkin,
  frames: v.record(text, text),
  pages: v.object(
    v.entriesFromList(hostShellNames, v.object({ title: text, markup: perSkin, styles: v.optional(text, '') })),
  ),
  cards: v.record(text, text),
  notice: v.object({ markup: text, styles: text }),
});
export type HostShells = v.InferOutput<typeof hostShellsSchema>;

export const TITLE_MARKER = '%title%';
/** Stands for `downloadPage` of the settings. */
export const DOWNLOAD_MARKER = '%download%';
/** Stands for the hall's first cards, of `cards`. */
export const CARDS_MARKER = '%cards%';
export type CardPart = 'path' | 'title' | 'description' | 'picture';
/** Stands in a card for what it tells of its remote. */
export const cardMarker = (part: CardPart): string => `%card.${part}%`;
export const CARD_MARKERS: RegExp = /%card\.(path|title|description|picture)%/g;
export const SCREEN_MARKER = '%screen%';
/** Stands for what operators say: to everybody, or of what is off. */
export const TOLD_MARKER = '%told%';

/** `toned`: the route has a tone, which the page's styles give as `--header-background` and `--header-ink`. */
export const frameKey = ({ share, overlay, toned }: { share: boolean; overlay: boolean; toned: boolean }): string =>
  [share && 'share', overlay && 'overlay', toned && 'toned'].filter(Boolean).join(' ') || 'plain';

export type CardKind = { lead: boolean; state: WindowState; hasPicture: boolean; hasDescription: boolean };

export const cardKey = ({ lead, state, hasPicture, hasDescription }: CardKind): string =>
  [lead && 'lead', state, hasPicture && 'picture', hasDescription && 'description'].filter(Boolean).join(' ');
