import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join, relative } from 'node:path';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { buildAll } from '../build-all.ts';
import { freezeBuild } from '@fridge/server/host-origin/built-files';
import { createCompanionAppOrigin, createHostOrigin } from '@fridge/server/host-origin/host-origin';
import {
  closeOrigins,
  folderFiles,
  openOrigin,
  readableAnywhere,
  serveOrigin,
} from '@fridge/server/host-origin/serve-origin';
import { publishLocalRelease } from '@fridge/server/registry/publish-release';
import { createServedRegistry } from '@fridge/server/registry/served-registry';
import { openReview } from '../review/review-origin.ts';
import { inRepository, presentRemotes, type StateFolder, stateFolder } from '../workspace.ts';
import { checkPorts, listenAddress, originOf, planPorts, type PortPlan, remotePort } from './ports.ts';
import { startServerWithSettings } from './server-with-settings.ts';
import { lockState, serverLeftBehind } from './state-lock.ts';

export type StartOptions = { env: NodeJS.ProcessEnv; print: (line: string) => void };

type RunningProduct = { ports: PortPlan; stop(): Promise<void> };

/**
 * Builds what changed, starts the server, publishes the remotes and opens every origin, the host's last.
 * @throws with what to do: state or port in use, failed build, server that doesn't start
 */
export function startProduct({ env, print }: StartOptions): Promise<RunningProduct> {
  const state = stateFolder(env);
  return startOnState(state, { env, print }, async ({ ports, address, startBackend, atEnd }) => {
    const open = async (origin: Server, port: number) => {
      await openOrigin(origin, port, address);
      atEnd(() => closeOrigins([origin]));
    };
    print('Building what changed …');
    await buildAll(print);

    print(
      existsSync(state.data)
        ? 'Starting the server …'
        : 'Starting the server, whose first start sets the database up …',
    );
    const command = [process.execPath, inRepository('server/dist/main.js')];
    const { settingsFollowed, ...backend } = await startBackend(command, env['SERVER_LOG'] === '1');

    print('Publishing the remotes and opening the origins …');
    for (const line of await openRemotes(state, ports, backend.settings(), open)) print(`  ${line}`);
    const freeze = (folder: 'host' | 'companion-app') =>
      freezeBuild(inRepository(folder, 'dist'), join(state.frozenBuilds, folder));
    const app = { hostUrl: originOf(ports.host), apiBase: originOf(ports.server) };
    const host = createHostOrigin({ folder: await freeze('host'), ...backend });
    await open(createCompanionAppOrigin(await freeze('companion-app'), app), ports.companionApp);
    await settingsFollowed;
    await open(host, ports.host);
  });
}

/** Publishes the builds of this machine and opens their origins. @returns lines to print */
export async function openRemotes(
  { releases, registry }: StateFolder,
  ports: PortPlan,
  settings: RuntimeSettings,
  open: (origin: Server, port: number) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const { name, folder } of presentRemotes()) {
    const build = {
      dist: inRepository(folder, 'dist'),
      releases: join(releases, name),
      origin: originOf(remotePort(ports, name)),
    };
    for (const line of await publishLocalRelease({ ...build, registryPath: registry, settings })) lines.add(line);
    await open(serveOrigin([folderFiles(build.releases)], readableAnywhere), remotePort(ports, name));
  }
  return lines;
}

type Start = {
  ports: PortPlan;
  address: string;
  /** Starts the server and opens the review page. */
  startBackend(command: readonly string[], showLog: boolean): Promise<Backend>;
  atEnd(close: () => unknown): void;
};

type Backend = Omit<Awaited<ReturnType<typeof startServerWithSettings>>, 'stop'> & {
  registry: ReturnType<typeof createServedRegistry>;
};

/** What `npm start` and `npm run dev` have in common. What is open is closed at the end or after an error, the latest first. */
export async function startOnState(
  state: StateFolder,
  { env, print }: StartOptions,
  openAll: (start: Start) => Promise<void>,
): Promise<RunningProduct> {
  const ports = planPorts(env['PORT']);
  const lock = await lockState(state);
  const closers: (() => unknown)[] = [() => lock.release()];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    await serverLeftBehind(state, print);
    await checkPorts(ports);
    await mkdir(state.uploads, { recursive: true });
    await openAll({
      ports,
      address: listenAddress(env),
      async startBackend(command, showLog) {
        const { stop: stopServer, ...backend } = await startServerWithSettings({
          env,
          ports,
          state,
          command,
          showLog,
          print,
        });
        closers.push(stopServer);
        const review = await openReview(ports.review, state);
        closers.push(() => review.close());
        return { ...backend, registry: createServedRegistry(state.registry, state.lastGoodRegistry, print) };
      },
      atEnd: (close) => closers.push(close),
    });
    print(welcome(ports, state));
    return { ports, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function welcome(ports: PortPlan, { root, registry }: StateFolder): string {
  const app = originOf(ports.companionApp);
  return [
    '',
    '  Ready.',
    '',
    `  Companion app   ${app}   start here: a phone with the product in it`,
    `  Host            ${originOf(ports.host)}   the same pages in a plain browser`,
    `  Server          ${originOf(ports.server)}/health`,
    `  Review          ${originOf(ports.review)}   for operators: npm run ops -- works review prints its link`,
    '',
    '  Try',
    '    · open the companion app, choose a household, answer the question',
    `    · switch the campaign off: set "enabled": false in ${shown(registry)} and watch the open page`,
    '    · npm run ops -- --help',
    '',
    `  Ctrl-C ends everything; the state stays in ${shown(root)}/. npm run reset empties it.`,
    '',
  ].join('\n');
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
