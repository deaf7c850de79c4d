import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { buildAll } from '../build/build-all.ts';
import { freezeBuild } from '../build/built-files.ts';
import { createCompanionAppOrigin } from '../origins/companion-app-origin.ts';
import { folderFiles } from '../origins/folder-files.ts';
import { createHostOrigin } from '../origins/host-origin.ts';
import { closeOrigins, openOrigin, readableAnywhere, serveOrigin } from '../origins/serve-origin.ts';
import { publishLocalRelease } from '../registry/local-release.ts';
import { createServedRegistry } from '../registry/served-registry.ts';
import { openReview } from '../review/review-origin.ts';
import { buildStamps, inRepository, presentRemotes, stateFolder } from '../workspace.ts';
import { checkPorts } from './check-ports.ts';
import { listenAddress, originOf, planPorts, type PortPlan } from './ports.ts';
import { serverLeftBehind } from './server-left-behind.ts';
import { type ServerWithSettings, startServerWithSettings } from './server-with-settings.ts';
import { lockState } from './state-lock.ts';
import { welcome } from './welcome.ts';

type RunningProduct = {
  ports: PortPlan;
  stop(): Promise<void>;
};

export type StartOptions = { env: NodeJS.ProcessEnv; print: (line: string) => void };

/**
 * Builds what changed, starts the server, publishes the remotes and opens every origin, the host's last.
 * @throws with what to do: state or port in use, failed build, server that doesn't start
 */
export async function startProduct({ env, print }: StartOptions): Promise<RunningProduct> {
  const ports = planPorts(env['PORT']);
  const state = stateFolder(env);
  const address = listenAddress(env);
  const origins: Server[] = [];
  let backend: ServerWithSettings | undefined;
  const lock = await lockState(state);
  try {
    await serverLeftBehind(state, print);
    await checkPorts(ports);
    await mkdir(state.uploads, { recursive: true });

    print('Building what changed …');
    await buildAll(buildStamps, (done, total, folder) => print(`  ${done}/${total} ${folder}`));

    print(existsSync(state.data) ? 'Starting the server …' : 'Starting the server, whose first start sets the database up …');
    const command = [process.execPath, inRepository('server/dist/main.js')];
    backend = await startServerWithSettings({ env, ports, state, command, showLog: env['SERVER_LOG'] === '1', print });
    const { server, settings, settingsFollowed } = backend;

    print('Publishing the remotes and opening the origins …');
    const printed = new Set<string>();
    for (const { name, folder } of presentRemotes()) {
      const releases = join(state.releases, name);
      const origin = originOf(ports.remotes[name]);
      const lines = await publishLocalRelease({ dist: inRepository(folder, 'dist'), releases, origin, registryPath: state.registry, settings: settings.current() });
      for (const line of lines) if (!printed.has(line)) print(`  ${line}`);
      for (const line of lines) printed.add(line);
      origins.push(await openOrigin(serveOrigin({ files: folderFiles(releases), headers: readableAnywhere }), ports.remotes[name], address));
    }
    const freeze = (folder: 'host' | 'companion-app') => freezeBuild(inRepository(folder, 'dist'), join(state.frozenBuilds, folder));
    const app = createCompanionAppOrigin(await freeze('companion-app'), { hostUrl: originOf(ports.host), apiBase: originOf(ports.server) });
    const host = createHostOrigin({
      folder: await freeze('host'),
      settings: settings.current,
      registry: createServedRegistry(state.registry, state.lastGoodRegistry, print),
      businessOffset: () => server.current().businessOffset,
    });
    origins.push(await openOrigin(app, ports.companionApp, address));
    origins.push(await openReview(ports.review, state));
    await settingsFollowed;
    origins.push(await openOrigin(host, ports.host, address));
    print(welcome(ports, state));
    return { ports, stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }

  async function stopAll(): Promise<void> {
    closeOrigins(origins);
    await backend?.stop();
    await lock.release();
  }
}
