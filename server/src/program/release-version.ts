import { join } from 'node:path';
import * as v from 'valibot';
import { packageFolder } from '../storage/package-folder.ts';
import { parseJson, textOf } from '../storage/text.ts';

/**
 * @property commit of the repository; ends in `-modified` when the sources weren't those of a commit
 * @property builtAt ISO time of that commit, so that a commit always gives the same bytes
 */
export const releaseVersionSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/)),
  commit: v.pipe(v.string(), v.regex(/^(?:[\da-f]{40}(?:-modified)?|unknown)$/)),
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type ReleaseVersion = v.InferOutput<typeof releaseVersionSchema>;

/** In a release's folder, written by `npm run release`. */
export const VERSION_FILE = 'version.json';

/** `null`: of sources, or a release's file was changed by hand. */
export function readReleaseVersion(folder: string = join(packageFolder, '..')): ReleaseVersion | null {
  const parsed = v.safeParse(releaseVersionSchema, parseJson(textOf(join(folder, VERSION_FILE))));
  return parsed.success ? parsed.output : null;
}
