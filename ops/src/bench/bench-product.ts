import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freezeBuild, precompress } from '../build/built-files.ts';
import { folderFiles } from '../origins/folder-files.ts';
import { createHostOrigin } from '../origins/host-origin.ts';
import { closeOrigins, openOrigin, readableAnywhere, serveOrigin } from '../origins/serve-origin.ts';
import { freeHostPort } from '../product/check-ports.ts';
import { listenAddress, originOf, planPorts } from '../product/ports.ts';
import { publishLocalRelease } from '../registry/local-release.ts';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { createServedRegistry } from '../registry/served-registry.ts';
import { DEFAULT_DEMO_CLOCK, defaultSettings } from '../settings/default-settings.ts';
import { inRepository, presentRemotes, stateFolderAt } from '../workspace.ts';
import { buildMonolith } from './build-monolith.ts';

/** Origins; no server runs. */
export type BenchProduct = { federated: string; monolith: string; close(): Promise<void> };

export async function openBenchProduct(): Promise<BenchProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  const close = async () => {
    closeOrigins(servers);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const federated = await openHost(inRepository('host/dist'), join(folder, 'federated'), servers);
    const monolith = await openHost(await precompress(await buildMonolith()), join(folder, 'monolith'), servers, { withoutFiles: true });
    return { federated, monolith, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param options.withoutFiles for the monolith: entries name a missing file, and the page gets a 404 */
async function openHost(dist: string, root: string, servers: Server[], { withoutFiles = false } = {}): Promise<string> {
  const ports = planPorts(String(await freeHostPort()));
  const settings = { ...defaultSettings(ports, DEFAULT_DEMO_CLOCK), tracking: { enabled: false, endpoint: null, analytics: null } };
  const state = stateFolderAt(root);
  const address = listenAddress({});
  for (const { name, folder } of presentRemotes()) {
    const releases = join(state.releases, name);
    await publishLocalRelease({ dist: inRepository(folder, 'dist'), releases, origin: originOf(ports.remotes[name]), registryPath: state.registry, settings });
    servers.push(await openOrigin(serveOrigin({ files: folderFiles(releases), headers: readableAnywhere }), ports.remotes[name], address));
  }
  if (withoutFiles) {
    await updateRegistryFile(state.registry, ({ registry: { remotes } }) =>
      Object.fromEntries(
        Object.entries(remotes).map(([name, entry]) => [
          name,
          { ...entry, entry: new URL(`/${name}/remoteEntry.js`, entry.entry).href, scripts: [], styles: [], routes: entry.routes.map((route) => ({ ...route, scripts: [] })) },
        ]),
      ),
    );
  }
  const businessOffset = Date.parse(DEFAULT_DEMO_CLOCK) - Date.now();
  const host = createHostOrigin({
    folder: await freezeBuild(dist, join(state.frozenBuilds, 'host')),
    settings: () => settings,
    registry: createServedRegistry(state.registry, state.lastGoodRegistry),
    businessOffset: () => businessOffset,
  });
  servers.push(await openOrigin(host, ports.host, address));
  return originOf(ports.host);
}
