import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canaryWords } from '@fridge/server/releases/registry/registry-document';
import { writeAtomically } from '@fridge/server/storage/write-atomically';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import type { AnswerTo } from '@fridge/server/commands/run';
import { messageOf } from '@fridge/server/storage/text';
import { askServer } from '../ask-server.ts';
import type { StateFolder } from '../workspace.ts';

/** A release of this machine: `folder` is served at `address`; `fromSource`: it has a description and no files. */
export type Build = { release: Release; address: string; folder: string; fromSource: boolean };

const describedSchema = v.pipe(v.string(), v.parseJson(), releaseSchema);

/** @throws when the folder has no valid release.json */
const readDescription = async (folder: string): Promise<Release> =>
  v.parse(describedSchema, await readFile(join(folder, 'release.json'), 'utf8'));

/**
 * Stores a build in `<releases>/<version>/` beside earlier ones, which open pages still use.
 * @throws when the build has no valid release.json
 */
export async function storeBuild(dist: string, releases: string, origin: string): Promise<Build> {
  const release = await readDescription(dist);
  const { version } = release;
  const folder = join(releases, version);
  const build = { release, address: `${origin}/${version}/`, folder, fromSource: false };
  if (existsSync(folder)) {
    // An earlier product didn't store the compressed forms.
    await cp(dist, folder, { recursive: true, force: false });
    return build;
  }
  await mkdir(releases, { recursive: true });
  const draft = `${folder}.draft-${randomUUID()}`;
  await cp(dist, draft, { recursive: true });
  // Another process may have stored them first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return build;
}

/** For the program's `DEMO_BUILDS`. */
export const tellBuilds = (path: string, builds: readonly Build[]): Promise<void> =>
  writeAtomically(
    path,
    JSON.stringify(builds.map(({ address, folder, fromSource }) => ({ address, folder, fromSource }))),
  );

/** What became of each build, as the running program says. */
export async function publishedLines({ operatorSocket }: StateFolder, builds: readonly Build[]): Promise<string[]> {
  const { answer } = await askServer(operatorSocket, { command: 'remotes', fields: {}, by: 'start' });
  const { remotes } = answer as AnswerTo<'remotes'>; // parsed by this command's schema
  return Promise.all(
    builds.map(async ({ release: { name, version }, address }) => {
      const remote = remotes.find((each) => each.name === name);
      const label = `${name} ${version}`;
      if (remote?.version === version) return `${label}: ${remote.release === 'latest' ? 'published' : 'pinned'}`;
      const pages = remote?.version ? `pages get ${remote.version}` : "pages can't open it";
      if (remote !== undefined && remote.release !== 'latest') return `${label}: left as pinned, ${pages}`;
      if (remote?.canary?.release === version)
        return `${name} ${canaryWords(remote.canary)} as canary, ${pages} otherwise. To give it to all: npm run ops -- promote ${name}`;
      const again = { command: 'publish', fields: { address, move: true }, dryRun: true, by: 'start' };
      const refusal = await askServer(operatorSocket, again).then(() => null, messageOf);
      const take = `To take this build instead: npm run ops -- publish ${address} --move --promote`;
      return refusal === null ? `${label}: not promoted, ${pages}. ${take}` : `! ${refusal}`;
    }),
  );
}
