import * as v from 'valibot';

/** A file of a release, by its path from the release's own address. */
export const relativeFile = v.pipe(
  v.string(),
  v.regex(
    /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w./~-]*$/,
    'a path inside the release, with no leading slash and no ".."',
  ),
);

const path = v.pipe(v.string(), v.regex(/^\/[\w/-]*$/, 'a path such as /draw/rule'), v.maxLength(64));

/** `#7a0a1b`: the one spelling of a colour that is handed over, so that nothing else can ride along. */
export const colourSchema = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i, 'a colour such as #7a0a1b'));

/** The colours of header and status bar over a screen, so that the bar belongs to the activity's world. */
export const headerToneSchema = v.object({ background: colourSchema, ink: colourSchema });
export type HeaderTone = v.InferOutput<typeof headerToneSchema>;

/**
 * A route of a release. In a registry written by hand a bare path is enough.
 * - `title`: document title and header title of the screen.
 * - `window`: name of the window in the settings that the route hangs on; absent, it is always open.
 * - `tone`: the header's colours over this screen, in force before its code has arrived.
 * - `scripts`: the files, of those in the release, that this route needs; they are preloaded together.
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
    }),
  ]),
  v.transform((route): RouteEntry => (typeof route === 'string' ? { path: route, title: '', window: null, tone: null, scripts: [] } : route)),
);
export type RouteEntry = { path: string; title: string; window: string | null; tone: HeaderTone | null; scripts: string[] };
