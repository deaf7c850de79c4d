import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID, SWITCHES_PATH } from '@fridge/shared-contracts/page';
import { kitText, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { integrityOf } from '@fridge/server/releases/publish/release-files';
import { declaredRelease, inRepository, presentRemotes, stateFolder } from '../workspace.ts';
import { type Build, tellBuilds } from './builds.ts';
import { listenAddress, originOf, type PortPlan, remotePort } from './ports.ts';
import { type StartOptions, startOnState } from './start-product.ts';

/** A Vite server waits for open pages' connections. */
const CLOSE_LIMIT_MS = 1_000;
/** Of the program's host origin from the host's port. */
const PROGRAM_OFFSET = 30;

/**
 * Runs everything from source: a Vite server per origin, and the API server, which restarts on change. Its state is in
 * `var/dev/`; its ports are those of `npm start`.
 * @throws with what to do
 */
export function startDevelopment({ env, print }: StartOptions): Promise<{ stop(): Promise<void> }> {
  const state = stateFolder({ STATE_DIR: env['STATE_DIR'] || inRepository('var', 'dev') });
  return startOnState(state, { env, print }, async ({ ports, startProgram, atEnd }) => {
    await tellBuilds(state.publishedBuilds, await describeSources(state.sources, ports));

    print('Starting the server …');
    const command = [
      process.execPath,
      inRepository('node_modules/tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      inRepository('server/src/main.ts'),
    ];
    // Vite serves the page; the program's own port tells what it puts into it.
    const program = ports.host + PROGRAM_OFFSET;
    await startProgram(command, {
      PORT: String(program),
      API_PORT: String(ports.server),
      RELEASES_PORT: String(ports.releases),
      OPERATIONS_PORT: String(ports.operations),
      PUBLIC_HOST_ORIGIN: originOf(ports.host),
      PUBLIC_API_ORIGIN: originOf(ports.server),
      PUBLIC_RELEASES_ORIGIN: originOf(ports.releases),
      HOST_FILES: inRepository('host'),
      DEMO_BUILDS: state.publishedBuilds,
      SERVER_LOG: '1',
    });
    const address = listenAddress(env);
    Object.assign(process.env, { HOST_URL: originOf(ports.host), API_BASE: originOf(ports.server) }); // read by the companion app's build
    const servers = await Promise.all([
      ...presentRemotes().map(({ name, folder }) => serve(folder, remotePort(ports, name), address)),
      serve('companion-app', ports.companionApp, address),
      serve('host', ports.host, address, [hostPage(originOf(program))]),
    ]);
    atEnd(() => Promise.race([Promise.all(servers.map((server) => server.close())), delay(CLOSE_LIMIT_MS)]));
  });
}

/** Without file lists: nothing is built. The version follows from what the definition says. */
function describeSources(sources: string, ports: PortPlan): Promise<Build[]> {
  return Promise.all(
    presentRemotes().map(async ({ name, folder }): Promise<Build> => {
      const definition = await declaredRelease(folder);
      const picture = definition.picture === null ? null : await readFile(inRepository(folder, definition.picture));
      const described = JSON.stringify({
        ...definition,
        kit: kitText,
        entry: 'remoteEntry.js',
        routes: definition.routes.map((route) => ({ tone: null, keeps: false, ...route, scripts: [] })),
        scripts: [],
        styles: [],
        assets: [],
        picture: picture && { file: definition.picture, bytes: picture.length, integrity: integrityOf(picture) },
      });
      const hash = createHash('sha256').update(described).digest('hex').slice(0, 8);
      const release = v.parse(releaseSchema, { ...JSON.parse(described), version: `0.0.0-development.${hash}` });
      const stored = join(sources, name);
      await mkdir(stored, { recursive: true });
      await writeFile(join(stored, 'release.json'), JSON.stringify(release));
      return { release, address: `${originOf(remotePort(ports, name))}/`, folder: stored, fromSource: true };
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

/** Fills the page with what the program puts into it, and sends its headers; what it polls comes from the program. */
function hostPage(program: string): Plugin {
  return {
    name: 'host-page',
    config: () => ({ server: { proxy: { '/remotes.json': program, [SWITCHES_PATH]: program } } }),
    async transformIndexHtml(html, { originalUrl = '/' }) {
      const page = await (await fetch(program + originalUrl)).text();
      return [SETTINGS_ELEMENT_ID, REGISTRY_ELEMENT_ID].reduce((filled, id) => {
        const block = new RegExp(`(<script[^>]*id="${id}"[^>]*>)([^<]*)(</script>)`);
        return filled.replace(
          block,
          (_whole, start: string, _marker, end: string) => start + block.exec(page)?.[2] + end,
        );
      }, html);
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        fetch(program + (request.url ?? '/'), { method: 'HEAD' })
          .then(({ headers }) => response.setHeader('server-timing', headers.get('server-timing') ?? ''))
          .then(() => next(), next);
      });
    },
  };
}
