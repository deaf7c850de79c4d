import * as v from 'valibot';
import { boolean, matching, text, textOrNull, textUpTo } from './fields.ts';

/** Relative to the release. */
export const relativeFile = matching(
  /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w./~-]*$/,
  'a path inside the release, with no leading slash and no ".."',
);

/** `#7a0a1b` only, so nothing can be injected. */
const colourSchema = matching(/^#[\da-f]{6}$/i, 'a colour such as #7a0a1b');

/** Header and status bar. */
export const headerToneSchema = v.object({ background: colourSchema, ink: colourSchema });
export type HeaderTone = v.InferOutput<typeof headerToneSchema>;

/**
 * - `path`: two slashes would name another host where it is a link, and no page's address has them
 * - `title`: document and header title
 * - `window`: window in the settings; absent: always open
 * - `tone`: header colours, also before its code arrives
 * - `scripts`: files of the release to preload
 * - `keeps`: stays open while the remote is switched off: it shows what users have won or handed in, or rules
 */
const routeEntrySchema = v.object({
  path: v.pipe(matching(/^(?!.*\/\/)\/[\w/-]*$/, 'a path such as /picnic/rule'), v.maxLength(64)),
  title: v.optional(textUpTo(40), ''),
  window: textOrNull,
  tone: v.nullish(headerToneSchema, null),
  scripts: v.optional(v.array(relativeFile), []),
  keeps: v.optional(boolean, false),
});
export type RouteEntry = v.InferOutput<typeof routeEntrySchema>;

/** A hand-written registry may give a bare path. */
export const routeSchema = v.union([
  routeEntrySchema,
  v.pipe(
    text,
    v.transform((path) => ({ path })),
    routeEntrySchema,
  ),
]);
