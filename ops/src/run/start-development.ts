import { mkdir } from 'node:fs/promises';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { RuntimeSettings } from '@fridge/shared-contracts';
import { registryHandler, SETTINGS_MARKER } from '../origin/host-origin.ts';
import { embedJson } from '../origin/embed-json.ts';
import { pathOf } from '../origin/serve-origin.ts';
import { originOf, planPorts } from '../ports.ts';
import { checkPorts } from '../processes/check-ports.ts';
import { startServer } from '../processes/server-process.ts';
import { createServedRegistry, type ServedRegistry } from '../registry/served-registry.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { openSettings } from '../settings/settings-file.ts';
import { inRepository, presentRemotes, stateFolder } from '../workspace.ts';
import { developmentRegistry } from './development-registry.ts';
import { serverEnvironment } from './server-environment.ts';
import { DEFAULT_DEMO_CLOCK } from './start-product.ts';
import { welcome } from './welcome.ts';

/** Open pages keep a connection to their Vite server, which waits for it; nobody should wait for that. */
const CLOSE_LIMIT_MS = 1_000;

/**
 * Runs everything from source: a Vite server per origin, the API server restarting on change. Its state lies in
 * `var/dev/`, apart from that of `npm start`, but on the same ports: one of the two runs at a time.
 * @throws with a message that says what to do
 */
export async function startDevelopment(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<{ stop(): Promise<void> }> {
  const ports = planPorts(env['PORT']);
  const state = stateFolder({ ...env, STATE_DIR: env['STATE_DIR'] ?? inRepository('var', 'dev') });
  const demoClock = env['DEMO_CLOCK'] ?? DEFAULT_DEMO_CLOCK;
  await checkPorts(ports);
  await mkdir(state.uploads, { recursive: true });
  const settings = await openSettings(defaultSettings(ports, demoClock), state.settings, state.effectiveSettings);
  await developmentRegistry(ports, state.registry);

  print('Starting the server …');
  const server = await startServer(
    [process.execPath, inRepository('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', inRepository('server/src/main.ts')],
    serverEnvironment(env, { ports, state, demoClock, settings: settings.current() }),
    originOf(ports.server),
    true,
  );
  const registry = createServedRegistry(state.registry, state.lastGoodRegistry);
  const servers = await Promise.all([
    ...presentRemotes().map(({ name, folder }) => serve(folder, ports.remotes[name], {}, [])),
    serve('companion-app', ports.companionApp, { HOST_URL: originOf(ports.host), API_BASE: originOf(ports.server) }, []),
    serve('host', ports.host, {}, [hostPage(settings.current, registry, server.businessOffset)]),
  ]);
  print(welcome(ports, state));
  return {
    async stop() {
      await server.stop();
      await Promise.race([Promise.all(servers.map((dev) => dev.close())), new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))]);
    },
  };
}

async function serve(folder: string, port: number, env: Record<string, string>, plugins: Plugin[]): Promise<ViteDevServer> {
  Object.assign(process.env, env);
  const dev = await createServer({
    root: inRepository(folder),
    configFile: inRepository(folder, 'vite.config.ts'),
    plugins,
    logLevel: 'warn',
    server: { port, strictPort: true, cors: true, origin: originOf(port) },
  });
  return dev.listen();
}

/** The host origin's two answers of its own, for the development server: the registry and the settings in the page. */
function hostPage(settings: () => RuntimeSettings, registry: ServedRegistry, businessOffset: number): Plugin {
  const answerRegistry = registryHandler({ registry, businessOffset: () => businessOffset });
  return {
    name: 'host-page',
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        void Promise.resolve(answerRegistry(request, response, pathOf(request.url ?? '/'))).then((answered) => {
          if (!answered) next();
        });
      });
    },
    transformIndexHtml: (html) => embedJson(html, SETTINGS_MARKER, settings()),
  };
}
