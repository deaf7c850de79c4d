import { readRelease } from './read-release.ts';
import { type Publishing, type PublishServices, registerRelease } from './register-release.ts';
import type { ReleaseSource } from './release-source.ts';

/**
 * Reads a release as a page does, and registers it.
 * @throws ReleaseRefused with every reason; nothing is changed
 */
export async function publishRelease(source: ReleaseSource, services: PublishServices, publishing: Publishing) {
  const { release, files, bytes, shellTexts, problems } = await readRelease(source);
  const { baseUrl, isUploaded = false, keep } = source;
  const place = { release, baseUrl, isUploaded, shellTexts, bytes: isUploaded ? bytes : 0 };
  const isKept = keep !== undefined && publishing.dryRun !== true;
  const asked = isKept ? { ...publishing, dryRun: true } : publishing; // nothing is stored of a refused release
  const published = await registerRelease(place, services, asked, problems);
  if (!isKept) return { ...published, files, bytes };
  const keepFiles = await keep(release);
  return { ...(await registerRelease({ ...place, keepFiles }, services, publishing)), files, bytes };
}
