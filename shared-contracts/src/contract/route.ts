import * as v from 'valibot';
import { boolean, matching, text, textOrNull, textUpTo, wholeNumber } from './fields.ts';

/** Relative to the release. */
export const relativeFile = matching(
  /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w./~-]*$/,
  'a path inside the release, with no leading slash and no ".."',
);

/** `integrity`: `sha384-<base64>`; `bytes`: uncompressed size. */
export const releaseFileSchema = v.object({
  file: relativeFile,
  integrity: matching(/^sha384-[A-Za-z0-9+/]{64}$/),
  bytes: wholeNumber(0),
});
export type ReleaseFile = v.InferOutput<typeof releaseFileSchema>;

/** `#7a0a1b` only, so nothing can be injected. */
const colourSchema = matching(/^#[\da-f]{6}$/i, 'a colour such as #7a0a1b');

/** Header and status bar. */
export const headerToneSchema = v.object({ background: colourSchema, ink: colourSchema });
export type HeaderTone = v.InferOutput<typeof headerToneSchema>;

/**
 * What one markup is for.
 * - `period`: whether the activity's window has a bound
 * - `surroundings`: whether the companion app shows the page
 * - `address`: whether it has one of the release's `publicParameters`
 */
const shellVariant = {
  skins: v.array(v.picklist([0, 1, 2])),
  period: v.picklist(['any', 'bounded', 'open']),
  surroundings: v.optional(v.picklist(['any', 'app', 'browser']), 'any'),
  address: v.optional(v.picklist(['any', 'bare', 'named']), 'any'),
};

/**
 * A route's shell as markup (architecture, "Shells"), which the origin puts into the page.
 * - `header`: besides the route's title and tone
 * - `styles`: what all of `markups` need
 * - `markups`: each for the skins, periods, surroundings and addresses that it names; together they are for all
 */
const routeShellSchema = v.object({
  header: v.object({ overlay: v.optional(boolean, false), share: v.optional(boolean, false) }),
  styles: releaseFileSchema,
  markups: v.pipe(v.array(v.object({ ...shellVariant, markup: releaseFileSchema })), v.minLength(1), v.maxLength(24)),
});
export type RouteShell = v.InferOutput<typeof routeShellSchema>;

/**
 * - `path`: two slashes would name another host where it is a link, and no page's address has them
 * - `title`: document and header title
 * - `window`: window in the settings; absent: always open
 * - `tone`: header colours, also before its code arrives
 * - `scripts`: files of the release to preload
 * - `keeps`: stays open while the remote is switched off: it shows what users have won or handed in, or rules
 * - `shell`: what the page shows before any code; absent: the host's own skeleton
 */
const routeEntrySchema = v.object({
  path: v.pipe(matching(/^(?!.*\/\/)\/[\w/-]*$/, 'a path such as /picnic/rule'), v.maxLength(64)),
  title: v.optional(textUpTo(40), ''),
  window: textOrNull,
  tone: v.nullish(headerToneSchema, null),
  scripts: v.optional(v.array(relativeFile), []),
  keeps: v.optional(boolean, false),
  shell: v.optional(routeShellSchema),
});
export type RouteEntry = v.InferOutput<typeof routeEntrySchema>;

/**
 * Where a path of an earlier release leads now: to a route, with the query that it was opened with.
 * - `from`: no page's address ends with a slash
 */
export const redirectsSchema = v.pipe(
  v.array(
    v.object({
      from: v.pipe(
        matching(/^(?:\/[\w-]+)+$/, 'a path such as /picnic/old, with no slash at its end'),
        v.maxLength(64),
      ),
      to: routeEntrySchema.entries.path,
    }),
  ),
  v.maxLength(50),
);
export type Redirect = v.InferOutput<typeof redirectsSchema>[number];

/** A hand-written registry may give a bare path. */
export const routeSchema = v.union([
  routeEntrySchema,
  v.pipe(
    text,
    v.transform((path) => ({ path })),
    routeEntrySchema,
  ),
]);
