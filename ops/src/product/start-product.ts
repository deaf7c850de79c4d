import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { freezeBuild } from '@fridge/server/host-origin/built-files';
import { createOrigin, folderFiles, readableAnywhere } from '@fridge/server/host-origin/serve-origin';
import type { FastifyInstance } from 'fastify';
import { buildAll } from '../build-all.ts';
import { inRepository, presentRemotes, type StateFolder, stateFolder } from '../workspace.ts';
import { type Build, publishedLines, storeBuild, tellBuilds } from './builds.ts';
import { createCompanionAppOrigin } from './companion-app-origin.ts';
import { checkPorts, listenAddress, originOf, planPorts, type PortPlan, remotePort } from './ports.ts';
import { keepRunning, startServer } from './server-process.ts';
import { lockState, serverLeftBehind } from './state-lock.ts';

export type StartOptions = { env: NodeJS.ProcessEnv; print: (line: string) => void };

type RunningProduct = { ports: PortPlan; stop(): Promise<void> };

/** `DEMO_CLOCK` sets another start, or real time if empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

/**
 * The production program with `DEMO=1`, and around it what only a demonstration has: static origins of the remotes, and
 * the companion app. Builds what changed; the host's port opens last.
 * @throws with what to do: state or port in use, failed build, server that doesn't start
 */
export function startProduct({ env, print }: StartOptions): Promise<RunningProduct> {
  const state = stateFolder(env);
  return startOnState(state, { env, print }, async ({ ports, open, startProgram }) => {
    print('Building what changed …');
    await buildAll(print);

    print('Opening the origins of the remotes …');
    const builds = await openRemotes(state, ports, open);
    await tellBuilds(state.publishedBuilds, builds);
    const freeze = (folder: 'host' | 'companion-app') =>
      freezeBuild(inRepository(folder, 'dist'), join(state.frozenBuilds, folder));
    const app = { hostUrl: originOf(ports.host), apiBase: originOf(ports.server) };
    await open(createCompanionAppOrigin(await freeze('companion-app'), app), ports.companionApp);

    print(
      existsSync(state.data)
        ? 'Starting the server, which publishes the remotes …'
        : 'Starting the server, whose first start sets the database up, and publishing the remotes …',
    );
    await startProgram([process.execPath, inRepository('server/dist/main.js')], {
      HOST_FILES: await freeze('host'),
      DEMO_BUILDS: state.publishedBuilds,
    });
    for (const line of await publishedLines(state, builds)) print(`  ${line}`);
  });
}

type Open = (origin: FastifyInstance, port: number) => Promise<void>;

/** Stores the builds of this machine, and serves them with those of before. */
export async function openRemotes({ releases }: StateFolder, ports: PortPlan, open: Open): Promise<Build[]> {
  const builds: Build[] = [];
  for (const { name, folder } of presentRemotes()) {
    const port = remotePort(ports, name);
    const stored = join(releases, name);
    builds.push(await storeBuild(inRepository(folder, 'dist'), stored, originOf(port)));
    await open(createOrigin([folderFiles(stored)], { headers: readableAnywhere }), port);
  }
  return builds;
}

type Start = {
  ports: PortPlan;
  open: Open;
  /** Keeps the program running on this state until the end. */
  startProgram(command: readonly string[], variables: Readonly<Record<string, string>>): Promise<void>;
  atEnd(close: () => unknown): void;
};

/**
 * What `npm start` and `npm run dev` have in common. What is open is closed at the end or after an error, the latest
 * first.
 */
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
      async open(origin, port) {
        closers.push(() => origin.close());
        await origin.listen({ host: listenAddress(env), port });
      },
      async startProgram(command, variables) {
        const environment = { ...demonstrationEnvironment(env, state, ports), ...variables };
        const readyUrl = `http://localhost:${environment['PORT']}/remotes.json`;
        closers.push(
          await keepRunning(
            (signal) => startServer(command, environment, readyUrl, env['SERVER_LOG'] === '1', signal),
            print,
          ),
        );
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

/**
 * The program's variables; those of the caller's environment count, except what has to fit this state and its ports.
 */
function demonstrationEnvironment(
  env: NodeJS.ProcessEnv,
  state: StateFolder,
  ports: PortPlan,
): Record<string, string | undefined> {
  return {
    DEMO_CLOCK: DEFAULT_DEMO_CLOCK,
    ...env,
    NODE_ENV: 'production',
    DEMO: '1',
    HOST: listenAddress(env),
    PORT: String(ports.host),
    LISTENERS: 'host,api,releases,operations',
    // No balancer watches; within the time that `startServer` waits for an end.
    SHUTDOWN_GRACE_MS: '0',
    SHUTDOWN_LIMIT_MS: '8000',
    COMPANION_APP_ORIGIN: originOf(ports.companionApp),
    STATE_DIR: state.root,
  };
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
    `  Operations      ${originOf(ports.operations)}   for operators: npm run ops -- works review prints its link`,
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
