import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { answer, answeredCalls, readEnvironment, startServer } from '@fridge/server';
import { layEmbeddedDatabase } from '@fridge/server/testing/embedded-database';
import { claimsFor, descriptionAt, makeTeamKey, sendSigned } from '@fridge/server/testing/teams';
import { SETTINGS_ELEMENT_ID, withoutRetry } from '@fridge/shared-contracts/page';
import { kitText, teamAnswerSchemas } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { build } from 'vite';
import { greet } from '../guest-remote/calls.ts';
import type { Product } from './run-product.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'e2e/guest-remote');
const run = promisify(execFile);

/** An edit of the settings is followed within seconds, also on a busy machine. */
const FOLLOWED_WITHIN_MS = 15_000;

export type Guest = { origin: string; close(): Promise<void> };

/**
 * Builds the guest into a folder of its own, since stories run side by side, and serves it from an origin of its own.
 */
export async function serveGuest(): Promise<Guest> {
  const outDir = await mkdtemp(join(tmpdir(), 'guest-build-'));
  await build({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
  });
  const server = await listen(
    (request, response) => void serveFile(join(outDir, withoutRetry(request.url ?? '/')), response),
  );
  return {
    origin: server.origin,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** Publishes the guest, as a team would that moves. */
export async function publishGuest(product: Product): Promise<Guest> {
  const server = await serveGuest();
  await operate(product, 'publish', `${server.origin}/`, '--move');
  return server;
}

/** Makes a preview of the guest, as a team does that holds its name. @returns its link */
export async function previewGuest(product: Product, { origin }: Guest): Promise<string> {
  const key = await makeTeamKey();
  await operate(product, 'team', 'add', 'guests', '--remotes', 'contest', '--key', key.publicKey);
  const release = await descriptionAt(`${origin}/`);
  const body = JSON.stringify({ kit: kitText, release, baseUrl: `${origin}/` });
  const claims = { ...claimsFor('guests', 'preview', body), aud: product.apiUrl };
  const { code, msg, data } = await sendSigned(product.apiUrl, 'preview', body, await key.sign(claims));
  if (code !== 0) throw new Error(`${msg} ${JSON.stringify(data)}`);
  return v.parse(teamAnswerSchemas.preview, data).url;
}

/** Runs a command of `npm run ops` on the product's state. @returns what it printed */
export async function operate(product: Product, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join(repository, 'ops/src/ops.ts'), ...words], {
    cwd: repository,
    env: { ...process.env, STATE_DIR: product.stateDir },
  });
  return stdout;
}

/** Lays fields over the operator's settings, and waits until pages are served with them. */
export async function changeSettings(
  product: Pick<Product, 'settingsFile' | 'hostUrl'>,
  fields: object,
): Promise<void> {
  const settings: object = JSON.parse(await readFile(product.settingsFile, 'utf8'));
  await writeFile(product.settingsFile, JSON.stringify({ ...settings, ...fields }));
  const giveUpAt = Date.now() + FOLLOWED_WITHIN_MS;
  while (!holds(await servedSettings(product.hostUrl), fields)) {
    if (Date.now() > giveUpAt) throw new Error('The settings were not followed.');
    await new Promise((next) => setTimeout(next, 100));
  }
}

async function servedSettings(hostUrl: string): Promise<unknown> {
  const html = await (await fetch(hostUrl)).text();
  return JSON.parse(new RegExp(`id="${SETTINGS_ELEMENT_ID}"[^>]*>([\\s\\S]*?)</script>`).exec(html)?.[1] ?? 'null');
}

/** Whether everything of `part` stands in `whole` as well. */
function holds(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    return JSON.stringify(whole) === JSON.stringify(part);
  return Object.entries(part).every(([name, value]) =>
    holds(typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined, value),
  );
}

/**
 * The real server with one call more, as the guest's team would deploy it, on a database and folder of its own.
 * @returns its origin
 */
export async function startGuestServer(product: Product): Promise<Guest> {
  const state = await mkdtemp(join(tmpdir(), 'guest-server-'));
  const environment = readEnvironment({
    PORT: '0',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    LISTENERS: 'api',
    PUBLIC_HOST_ORIGIN: product.hostUrl,
    STATE_DIR: state,
  });
  await layEmbeddedDatabase(environment.DATA_DIR);
  const greeting = answer(greet, async ({ household }) => ({ greeting: `hello ${household.account.userId}` }));
  const server = await startServer(environment, { calls: [...answeredCalls, greeting] });
  return {
    origin: server.url,
    async close() {
      await server.close();
      await rm(state, { recursive: true, force: true });
    },
  };
}

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

async function serveFile(url: string, response: ServerResponse): Promise<void> {
  const path = url.replace(/[?#].*$/, '');
  const bytes = await readFile(path).catch(() => null);
  response.writeHead(bytes === null ? 404 : 200, {
    'content-type': types[extname(path)] ?? 'text/plain',
    'access-control-allow-origin': '*',
  });
  response.end(bytes ?? 'Not found');
}

async function listen(respond: (request: IncomingMessage, response: ServerResponse) => void): Promise<Guest> {
  const server: Server = createServer(respond);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
