import * as v from 'valibot';
import { relativeFile } from './relative-file.ts';

const path = v.pipe(v.string(), v.regex(/^\/[\w/-]*$/, 'a path such as /draw/rule'), v.maxLength(64));

/**
 * A route of a release. In a registry written by hand a bare path is enough.
 * - `title`: document title and header title of the screen.
 * - `window`: name of the window in the settings that the route hangs on; absent, it is always open.
 * - `scripts`: the files, of those in the release, that this route needs; they are preloaded together.
 */
export const routeSchema = v.pipe(
  v.union([
    path,
    v.object({
      path,
      title: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
      window: v.optional(v.nullable(v.string()), null),
      scripts: v.optional(v.array(relativeFile), []),
    }),
  ]),
  v.transform((route) => (typeof route === 'string' ? { path: route, title: '', window: null, scripts: [] as string[] } : route)),
);
export type RouteEntry = v.InferOutput<typeof routeSchema>;
