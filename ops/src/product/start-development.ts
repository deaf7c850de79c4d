import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { embedJson } from '../origins/embed-json.ts';
import { type HostOriginOptions, pageBlocks, registryHandler } from '../origins/host-origin.ts';
import { closeOrigins, pathOf } from '../origins/serve-origin.ts';
import { createServedRegistry } from '../registry/served-registry.ts';
import { openReview } from '../review/review-origin.ts';
import { developmentStateFolder, inRepository, presentRemotes } from '../workspace.ts';
import { checkPorts } from './check-ports.ts';
import { developmentRegistry } from './development-registry.ts';
import { listenAddress, originOf, planPorts } from './ports.ts';
import { serverLeftBehind } from './server-left-behind.ts';
import { type ServerWithSettings, startServerWithSettings } from './server-with-settings.ts';
import { lockState } from './state-lock.ts';
import { welcome } from './welcome.ts';

/** A Vite server waits for open pages' connections. */
const CLOSE_LIMIT_MS = 1_000;

/**
 * Runs everything from source: a Vite server per origin, and the API server, which restarts on change. Its state is in
 * `var/dev/`; its ports are those of `npm start`.
 * @throws with what to do
 */
export async function startDevelopment(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<{ stop(): Promise<void> }> {
  const ports = planPorts(env['PORT']);
  const state = developmentStateFolder(env);
  const servers: ViteDevServer[] = [];
  const origins: Server[] = [];
  let backend: ServerWithSettings | undefined;
  const lock = await lockState(state);
  try {
    await serverLeftBehind(state, print);
    await checkPorts(ports);
    await mkdir(state.uploads, { recursive: true });
    await developmentRegistry(ports, state.registry);

    print('Starting the server …');
    const command = [process.execPath, inRepository('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', inRepository('server/src/main.ts')];
    backend = await startServerWithSettings({ env, ports, state, command, showLog: true, print });
    const { server, settings } = backend;
    origins.push(await openReview(ports.review, state));
    const page = hostPage({
      settings: settings.current,
      registry: createServedRegistry(state.registry, state.lastGoodRegistry, print),
      businessOffset: () => server.current().businessOffset,
    });
    Object.assign(process.env, { HOST_URL: originOf(ports.host), API_BASE: originOf(ports.server) }); // read by the companion app's build
    const address = listenAddress(env);
    servers.push(
      ...(await Promise.all([
        ...presentRemotes().map(({ name, folder }) => serve(folder, ports.remotes[name], address, [])),
        serve('companion-app', ports.companionApp, address, []),
        serve('host', ports.host, address, [page]),
      ])),
    );
    print(welcome(ports, state));
    return { stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }

  async function stopAll(): Promise<void> {
    closeOrigins(origins);
    await backend?.stop();
    await Promise.race([Promise.all(servers.map((dev) => dev.close())), new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))]);
    await lock.release();
  }
}

async function serve(folder: string, port: number, host: string, plugins: Plugin[]): Promise<ViteDevServer> {
  const dev = await createServer({
    root: inRepository(folder),
    configFile: inRepository(folder, 'vite.config.ts'),
    plugins,
    logLevel: 'warn',
    server: { host, port, strictPort: true, cors: true, origin: originOf(port) },
  });
  return dev.listen();
}

/** Adds the registry and the page's data blocks. */
function hostPage(options: Omit<HostOriginOptions, 'folder'>): Plugin {
  const answerRegistry = registryHandler(options);
  return {
    name: 'host-page',
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        answerRegistry(request, response, pathOf(request.url ?? '/')).then((answered) => answered || next(), next);
      });
    },
    transformIndexHtml: async (html, { originalUrl }) => embedJson(html, await pageBlocks(options, pathOf(originalUrl ?? '/'))),
  };
}
