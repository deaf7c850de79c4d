import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { CommandFailed } from '../cli/command-failed.ts';
import { buildRemote } from '../cli/build-remote.ts';

export type PreviewBuild = { folder: string; /** `release.json` as it was built. */ text: string; version: string };

const versionSchema = v.pipe(v.string(), v.parseJson(), v.pick(releaseSchema, ['version']));

/**
 * Builds as for users, into a folder of its own: pages that are open go on with the build before.
 * @throws CommandFailed (1) with what the bundler says
 */
export async function buildPreview(remote: string, target: string): Promise<PreviewBuild> {
  await buildRemote(remote, target);
  const text = await readFile(join(target, 'release.json'), 'utf8');
  const read = v.safeParse(versionSchema, text);
  if (!read.success)
    throw new CommandFailed(1, 'The build describes no release: does vite.config.ts use defineRemote?');
  return { folder: target, text, version: read.output.version };
}
