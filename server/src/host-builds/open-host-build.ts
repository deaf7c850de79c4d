import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../environment.ts';
import { describeFault } from '../log.ts';
import type { Services } from '../services.ts';
import { keepHostBuild } from './keep-host-build.ts';
import { type HostBuild, readHostBuild } from './read-host-build.ts';

/**
 * The host's build, kept for all processes before any page of it is served. What can't be kept is served all the same.
 * @returns `null` without the listener `host` @throws StartRefused without the build
 */
export async function openHostBuild(services: Services): Promise<HostBuild | null> {
  const { LISTENERS, HOST_FILES: folder } = services.environment;
  if (!LISTENERS.includes('host')) return null;
  if (!existsSync(join(folder, 'index.html')))
    throw new StartRefused(`HOST_FILES: ${folder} has no index.html. Name the folder of the host's build.`);
  const build = await readHostBuild(folder);
  await keepHostBuild(build, services).catch((error: unknown) =>
    services.log.error({ event: 'hostBuildNotKept', fault: describeFault(error) }),
  );
  return build;
}
