import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { embedJson, type HostOriginOptions, pageBlocks, registryHandler } from '@fridge/server/host-origin/host-origin';
import { pathOf } from '@fridge/server/host-origin/serve-origin';
import { integrityOf } from '@fridge/server/registry/read-release';
import { updateRegistryFile } from '@fridge/server/registry/registry-file';
import { inRepository, presentRemotes, stateFolder } from '../workspace.ts';
import { originOf, type PortPlan, remotePort } from './ports.ts';
import { type StartOptions, startOnState } from './start-product.ts';

/** A Vite server waits for open pages' connections. */
const CLOSE_LIMIT_MS = 1_000;

/**
 * Runs everything from source: a Vite server per origin, and the API server, which restarts on change. Its state is in
 * `var/dev/`; its ports are those of `npm start`.
 * @throws with what to do
 */
export function startDevelopment({ env, print }: StartOptions): Promise<{ stop(): Promise<void> }> {
  const state = stateFolder({ STATE_DIR: env['STATE_DIR'] || inRepository('var', 'dev') });
  return startOnState(state, { env, print }, async ({ ports, address, startBackend, atEnd }) => {
    const entries = await developmentEntries(ports);
    await updateRegistryFile(state.registry, ({ registry }) =>
      Object.fromEntries(
        entries.map(([name, entry]) => [name, { ...entry, enabled: registry.remotes[name]?.enabled ?? true }]),
      ),
    );

    print('Starting the server …');
    const command = [
      process.execPath,
      inRepository('node_modules/tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      inRepository('server/src/main.ts'),
    ];
    const backend = await startBackend(command, true);
    Object.assign(process.env, { HOST_URL: originOf(ports.host), API_BASE: originOf(ports.server) }); // read by the companion app's build
    const servers = await Promise.all([
      ...presentRemotes().map(({ name, folder }) => serve(folder, remotePort(ports, name), address)),
      serve('companion-app', ports.companionApp, address),
      serve('host', ports.host, address, [hostPage(backend)]),
    ]);
    atEnd(() => Promise.race([Promise.all(servers.map((server) => server.close())), delay(CLOSE_LIMIT_MS)]));
  });
}

/** Without file lists: nothing is built. */
function developmentEntries(ports: PortPlan) {
  return Promise.all(
    presentRemotes().map(async ({ name, folder }): Promise<[string, RegistryEntry]> => {
      const module: { release: ReleaseDefinition } = await import(
        pathToFileURL(inRepository(folder, 'release.config.ts')).href
      );
      const { title, description, contract, bridge, requires, calls, publicParameters, ...release } = module.release;
      const picture = release.picture === null ? null : await readFile(inRepository(folder, release.picture));
      return [
        name,
        {
          enabled: true,
          pin: null,
          version: 'development',
          title,
          description,
          contract,
          entry: `${originOf(remotePort(ports, name))}/remoteEntry.js`,
          routes: release.routes.map(({ path, title: routeTitle, window, tone = null }) => ({
            path,
            title: routeTitle,
            window,
            tone,
            scripts: [],
          })),
          scripts: [],
          styles: [],
          picture: picture && { file: release.picture ?? '', bytes: picture.length, integrity: integrityOf(picture) },
          bridge: [...bridge],
          requires: [...requires],
          calls: [...calls],
          publicParameters: [...publicParameters],
        },
      ];
    }),
  );
}

async function serve(folder: string, port: number, host: string, plugins: Plugin[] = []): Promise<ViteDevServer> {
  const server = await createServer({
    root: inRepository(folder),
    configFile: inRepository(folder, 'vite.config.ts'),
    plugins,
    logLevel: 'warn',
    server: { host, port, strictPort: true, cors: true, origin: originOf(port) },
  });
  return server.listen();
}

/** Adds the registry and the page's data blocks. */
function hostPage(options: Omit<HostOriginOptions, 'folder'>): Plugin {
  const answerRegistry = registryHandler(options);
  return {
    name: 'host-page',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        answerRegistry(request, response, pathOf(request.url ?? '/')).then((answered) => answered || next(), next);
      });
    },
    transformIndexHtml: async (html, { originalUrl }) =>
      embedJson(html, await pageBlocks(options, pathOf(originalUrl ?? '/'))),
  };
}
