import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { buildAll } from '../build/build-all.ts';
import { createCompanionAppOrigin } from '../origin/companion-app-origin.ts';
import { createHostOrigin } from '../origin/host-origin.ts';
import { serveOrigin } from '../origin/serve-origin.ts';
import { originOf, planPorts, type PortPlan } from '../ports.ts';
import { checkPorts } from '../processes/check-ports.ts';
import { startServer } from '../processes/server-process.ts';
import { publishLocalRelease } from '../registry/publish-local-release.ts';
import { createServedRegistry } from '../registry/served-registry.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { openSettings } from '../settings/settings-file.ts';
import { inRepository, presentRemotes, stateFolder } from '../workspace.ts';
import { serverEnvironment } from './server-environment.ts';
import { welcome } from './welcome.ts';

/** The demonstration's first moment of business time; `DEMO_CLOCK` names another, or none when it is empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

export type RunningProduct = {
  ports: PortPlan;
  serverExited: Promise<number | null>;
  stop(): Promise<void>;
};

export type StartOptions = { env: NodeJS.ProcessEnv; print: (line: string) => void };

/**
 * Runs the whole product on this machine: build what changed, start the server on its database, publish the remotes
 * into the registry, open every origin, the host's last.
 * @throws with a message that says what to do: a port in use, a failed build, a server that doesn't start
 */
export async function startProduct({ env, print }: StartOptions): Promise<RunningProduct> {
  const ports = planPorts(env['PORT']);
  const state = stateFolder(env);
  const demoClock = env['DEMO_CLOCK'] ?? DEFAULT_DEMO_CLOCK;
  const origins: Server[] = [];
  await checkPorts(ports);
  await mkdir(state.uploads, { recursive: true });

  print('Building what changed …');
  await buildAll(state.buildStamps, (done, total, folder) => print(`  ${done}/${total} ${folder}`));

  const settings = await openSettings(defaultSettings(ports, demoClock), state.settings, state.effectiveSettings);
  const problem = settings.problem();
  if (problem) print(`! ${problem}`);

  print(existsSync(state.data) ? 'Starting the server …' : 'Starting the server, whose first start sets the database up …');
  const server = await startServer(
    [process.execPath, inRepository('server/dist/main.js')],
    serverEnvironment(env, { ports, state, demoClock, settings: settings.current() }),
    originOf(ports.server),
    env['SERVER_LOG'] === '1',
  );
  try {
    print('Publishing the remotes and opening the origins …');
    for (const { name, folder } of presentRemotes()) {
      const releases = join(state.releases, name);
      const origin = originOf(ports.remotes[name]);
      print(`  ${await publishLocalRelease({ dist: inRepository(folder, 'dist'), releases, origin, registryPath: state.registry })}`);
      origins.push(await listen(serveOrigin({ folder: releases, headers: readableAnywhere }), ports.remotes[name]));
    }
    origins.push(
      await listen(
        createCompanionAppOrigin(inRepository('companion-app/dist'), { hostUrl: originOf(ports.host), apiBase: originOf(ports.server) }),
        ports.companionApp,
      ),
    );
    origins.push(
      await listen(
        createHostOrigin({
          folder: inRepository('host/dist'),
          settings: settings.current,
          registry: createServedRegistry(state.registry, state.lastGoodRegistry),
          businessOffset: () => server.businessOffset,
        }),
        ports.host,
      ),
    );
  } catch (error) {
    await stopAll();
    throw error;
  }
  print(welcome(ports, state));
  return { ports, serverExited: server.exited, stop: stopAll };

  async function stopAll(): Promise<void> {
    for (const origin of origins) {
      origin.close();
      origin.closeAllConnections();
    }
    await server.stop();
  }
}

/** A remote's files are modules that pages of any origin may load; they hold nothing of a user. */
const readableAnywhere = { 'access-control-allow-origin': '*' };

async function listen(server: Server, port: number): Promise<Server> {
  server.listen(port);
  await once(server, 'listening');
  return server;
}
