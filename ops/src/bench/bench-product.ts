import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { build, type Plugin } from 'vite';
import { ACTIVITY_MODULE, generateActivity } from '@fridge/remote-kit/generate-activity';
import { readEnvironment } from '@fridge/server/program/environment';
import { demonstrationSettings } from '@fridge/server/demo/demo-settings';
import { freezeBuild, precompress } from '@fridge/server/host-origin/built-files';
import { createDownloadCode } from '@fridge/server/host-origin/download-code';
import { createHostOrigin } from '@fridge/server/host-origin/host-origin';
import { freeHostPort, LOOPBACK_ADDRESS, originOf, planPorts } from '../product/ports.ts';
import { DEFAULT_DEMO_CLOCK, openRemotes } from '../product/start-product.ts';
import { servedContent } from '@fridge/server/releases/registry/served-registry';
import { defaultSettings } from '@fridge/server/documents/settings/default-settings';
import { HOST_SHELLS_FILE, type RegistryEntry, registryEntrySchema } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import type { Build } from '../product/builds.ts';
import { type NginxSite, prepareNginx } from './nginx-front.ts';
import { declaredRelease, inRepository, presentRemotes, stateFolderAt } from '../workspace.ts';

/** Origins, and how a browser reaches them; no server runs. */
export type BenchProduct = {
  federated: string;
  monolith: string;
  browserArguments: readonly string[];
  close(): Promise<void>;
};

/** @param options.behindNginx both deliveries behind the nginx of `deploy/`, with TLS and HTTP/2 */
export async function openBenchProduct({ behindNginx = false } = {}): Promise<BenchProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    await Promise.all(closers.map((each) => each()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const site = behindNginx ? await prepareNginx(folder) : null;
    const open = (name: string, dist: string, withoutFiles: boolean) =>
      openHost(dist, { folder: join(folder, name), site, withoutFiles }, closers);
    const federated = await open('federated', inRepository('host/dist'), false);
    const monolith = await open('monolith', await precompress(await buildMonolith()), true);
    return { federated, monolith, browserArguments: site?.browserArguments ?? [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param delivery.withoutFiles for the monolith: entries name a missing file, and the page gets a 404 */
async function openHost(
  dist: string,
  delivery: { folder: string; site: NginxSite | null; withoutFiles: boolean },
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  const ports = planPorts(String(await freeHostPort()));
  const state = stateFolderAt(delivery.folder);
  const open = async (origin: FastifyInstance, port: number) => {
    closers.push(() => origin.close());
    await origin.listen({ host: LOOPBACK_ADDRESS, port });
  };
  const builds = await openRemotes(state, ports, open);
  const front = await delivery.site?.open({
    folder: join(delivery.folder, 'nginx'),
    program: ports.host,
    port: ports.server,
    releases: state.releases,
  });
  if (front) closers.push(front.close);
  const settings = {
    ...defaultSettings(readEnvironment({ DEMO: '1', PORT: String(ports.host) })),
    ...demonstrationSettings(originOf(ports.companionApp), Date.parse(DEFAULT_DEMO_CLOCK)),
    tracking: { enabled: false, endpoint: null, analytics: null },
  };
  const content = servedContent({
    version: 1,
    remotes: Object.fromEntries(
      builds.map(({ release, address }) => [
        release.name,
        entryOf(release, front?.addressOf(release) ?? address, delivery.withoutFiles),
      ]),
    ),
  });
  const ofPages = { shellTexts: await shellTextsOf(builds) };
  const businessOffset = Date.parse(DEFAULT_DEMO_CLOCK) - Date.now();
  const host = createHostOrigin({
    folder: await freezeBuild(dist, join(state.frozenBuilds, 'host')),
    settings: { current: () => settings },
    registry: { current: () => content },
    clock: { real: Date.now, business: () => Date.now() + businessOffset },
    pageIdKey: 'of views that nobody counts',
    downloadCode: createDownloadCode({ current: () => settings }),
    ...ofPages,
  });
  await open(host, ports.host);
  return front?.host ?? originOf(ports.host);
}

function entryOf(
  { name, entry, routes, ...described }: Release,
  address: string,
  withoutFiles: boolean,
): RegistryEntry {
  // What the registry keeps of a release: its assets are no part of the page.
  const entryAt = (fields: object) => v.parse(registryEntrySchema, { ...described, enabled: true, ...fields });
  if (!withoutFiles) return entryAt({ routes, entry: new URL(entry, address).href });
  const missing = new URL(`/${name}/remoteEntry.js`, address).href;
  const bare = routes.map((route) => ({ ...route, scripts: [], shell: undefined }));
  return entryAt({ routes: bare, entry: missing, scripts: [], styles: [] });
}

/** By integrity, as a program has them from publishing. */
async function shellTextsOf(builds: readonly Build[]) {
  const files = builds.flatMap(({ folder, release }) =>
    release.routes
      .flatMap(({ shell }) => (shell ? [shell.styles, ...shell.markups.map(({ markup }) => markup)] : []))
      .map(async ({ integrity, file }): Promise<[string, string]> => [
        integrity,
        await readFile(join(folder, file), 'utf8'),
      ]),
  );
  const texts = new Map(await Promise.all(files));
  return { of: async (integrity: string) => texts.get(integrity) ?? null };
}

/** Exports `createFederation(): { importActivity({ name }) }`; the host's only federation module. */
const LOADER_PORT = inRepository('host/src/federation/federation.ts');

/**
 * The baseline: one Vite build whose screens are lazy routes, without markup; only the module that loads remotes is
 * replaced.
 * @returns the build's folder
 * @throws when the host has no such module, or its port another method: the baseline's pages would stay empty
 */
async function buildMonolith(): Promise<string> {
  const outDir = inRepository('node_modules/.cache/bench/monolith');
  const remotes = presentRemotes();
  let isReplaced = false;
  const withoutFederation: Plugin = {
    name: 'without-federation',
    enforce: 'pre',
    load(id) {
      if (resolve(id) !== LOADER_PORT) return null;
      isReplaced = readFileSync(LOADER_PORT, 'utf8').includes('importActivity(');
      return [
        ...remotes.map(
          ({ folder }, index) => `import a${index} from ${JSON.stringify(inRepository(folder, ACTIVITY_MODULE))};`,
        ),
        `const activities = { ${remotes.map(({ name }, index) => `'${name}': a${index}`).join(', ')} };`,
        'export const createFederation = () => ({ importActivity: async ({ name }) => ({ default: activities[name] }) });',
      ].join('\n');
    },
  };
  await build({
    root: inRepository('host'),
    configFile: inRepository('host/vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'error',
    plugins: [
      withoutFederation,
      ...remotes.map(({ folder }) => generateActivity(inRepository(folder), () => declaredRelease(folder))),
    ],
    build: { outDir, emptyOutDir: true },
  });
  await rm(join(outDir, HOST_SHELLS_FILE), { force: true });
  if (!isReplaced)
    throw new Error(
      `The host's build doesn't have ${LOADER_PORT} with importActivity. Name its loader port in ops/src/bench/bench-product.ts.`,
    );
  return outDir;
}
