import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { publishRelease } from '../releases/publish/publish.ts';
import { registerRelease } from '../releases/publish/register-release.ts';
import { ReleaseRefused } from '../releases/release-refused.ts';
import { localSource } from '../releases/publish/release-source.ts';
import { withMaps } from '../releases/publish/uploaded-source.ts';
import type { Services } from '../program/services.ts';

/** `fromSource`: a development server answers at the address, and the folder has the description alone. */
const buildsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ address: v.string(), folder: v.string(), fromSource: v.boolean() })),
);

const descriptionSchema = v.pipe(v.string(), v.parseJson(), releaseSchema);

const BY_START = { by: 'start', why: '', way: 'start', move: false, promote: null } as const;

/** Publishes what `npm start` built, before any page is served. One that doesn't fit is left out, and logged. */
export async function publishBuilds(services: Services): Promise<void> {
  const { environment, log } = services;
  if (environment.DEMO_BUILDS === undefined) return;
  for (const build of v.parse(buildsSchema, await readFile(environment.DEMO_BUILDS, 'utf8'))) {
    try {
      const { release, outcome, promoted } = await publishBuild(build, services);
      log.info({ event: 'buildPublished', remote: release.name, version: release.version, outcome, promoted });
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      log.warn({ event: 'buildNotPublished', problem: error.message });
    }
  }
}

async function publishBuild(
  { address, folder, fromSource }: v.InferOutput<typeof buildsSchema>[number],
  services: Services,
) {
  const publishing = { ...services, ...BY_START };
  const release = v.parse(descriptionSchema, await readFile(join(folder, 'release.json'), 'utf8'));
  if (!fromSource) {
    const maps = release.maps.map(async ({ file }) => [file, await readFile(join(folder, file))] as const);
    const source = withMaps(localSource(address, folder), await Promise.all(maps), services);
    return publishRelease(source, publishing);
  }
  return registerRelease({ release, baseUrl: address }, publishing);
}
