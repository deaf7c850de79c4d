import * as v from 'valibot';

/** Relative to the release. */
export const relativeFile = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w./~-]*$/, 'a path inside the release, with no leading slash and no ".."'),
);

/** Two slashes would name another host where it is a link, and no page's address has them. */
const PATH = /^(?!.*\/\/)\/[\w/-]*$/;
const path = v.pipe(v.string(), v.regex(PATH, 'a path such as /picnic/rule'), v.maxLength(64));

/** `#7a0a1b` only, so nothing can be injected. */
const colourSchema = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i, 'a colour such as #7a0a1b'));

/** Header and status bar. */
export const headerToneSchema = v.object({ background: colourSchema, ink: colourSchema });
export type HeaderTone = v.InferOutput<typeof headerToneSchema>;

/**
 * A hand-written registry may give a bare path.
 * - `title`: document and header title
 * - `window`: window in the settings; absent: always open
 * - `tone`: header colours, also before its code arrives
 * - `scripts`: files of the release to preload
 * - `keeps`: stays open while the remote is switched off: it shows what users have won or handed in, or rules
 */
export const routeSchema = v.pipe(
  v.union([
    path,
    v.object({
      path,
      title: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
      window: v.optional(v.nullable(v.string()), null),
      tone: v.optional(v.nullable(headerToneSchema), null),
      scripts: v.optional(v.array(relativeFile), []),
      keeps: v.optional(v.boolean(), false),
    }),
  ]),
  v.transform((route): RouteEntry =>
    typeof route === 'string' ? { path: route, title: '', window: null, tone: null, scripts: [], keeps: false } : route,
  ),
);
export type RouteEntry = {
  path: string;
  title: string;
  window: string | null;
  tone: HeaderTone | null;
  scripts: string[];
  keeps: boolean;
};
