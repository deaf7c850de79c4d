import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { transformWithOxc } from 'vite';
import { buildRemote } from '../cli/build-remote.ts';
import { CommandFailed, messageOf } from '../cli/command-failed.ts';

export type PreviewBuild = { folder: string; /** `release.json` as it was built. */ text: string; version: string };

const versionSchema = v.pipe(v.string(), v.parseJson(), v.pick(releaseSchema, ['version']));

/**
 * Builds as for users, into a folder of its own: pages that are open go on with the build before.
 * @throws CommandFailed (1) with what the bundler says
 */
export async function buildPreview(remote: string, target: string): Promise<PreviewBuild> {
  await requireSyntax(join(remote, 'src'));
  await buildRemote(remote, target);
  const text = await readFile(join(target, 'release.json'), 'utf8');
  const read = v.safeParse(versionSchema, text);
  if (!read.success)
    throw new CommandFailed(1, 'The build describes no release: does vite.config.ts use defineRemote?');
  return { folder: target, text, version: read.output.version };
}

/** On a module that can't be parsed the federation plugin waits for 10 s before the build fails. */
async function requireSyntax(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const file of files.filter((name) => /\.[jt]sx?$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name))) {
    const path = join(folder, file);
    await transformWithOxc(await readFile(path, 'utf8'), path).catch((error: unknown) => {
      throw new CommandFailed(1, `${path} can't be read: ${stripVTControlCharacters(messageOf(error)).trim()}`);
    });
  }
}
