import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Product } from './run-product.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'e2e/guest-remote');
const run = promisify(execFile);

export type Guest = { origin: string; close(): Promise<void> };

/** Builds the guest, serves it from an origin of its own and publishes it, as its team would. The host isn't built again. */
export async function publishGuest(product: Product): Promise<Guest> {
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), configLoader: 'runner', logLevel: 'silent' });
  const server = await listen((request, response) => void serveFile(request.url ?? '/', response));
  await changeSettings(product, { remoteOrigins: [...product.remoteOrigins, server.origin] });
  await operate(product, 'publish', `${server.origin}/`);
  return server;
}

/** Runs a command of `npm run ops` on the product's state. @returns what it printed */
export async function operate(product: Product, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(repository, 'node_modules/tsx/dist/cli.mjs'), join(repository, 'ops/src/cli.ts'), ...words], {
    cwd: repository,
    env: { ...process.env, STATE_DIR: product.stateDir },
  });
  return stdout;
}

/** Lays fields over the operator's settings. */
export async function changeSettings(product: Pick<Product, 'settingsFile'>, fields: object): Promise<void> {
  const settings: object = JSON.parse(await readFile(product.settingsFile, 'utf8'));
  await writeFile(product.settingsFile, JSON.stringify({ ...settings, ...fields }));
}

/**
 * A backend with calls of its own in front of the real one: what it doesn't answer goes through.
 * @param answers by path; gets the form that was sent
 */
export async function extendBackend(product: Product, answers: Readonly<Record<string, (form: URLSearchParams) => unknown>>): Promise<Guest> {
  return listen(async (request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined || request.method !== 'POST') return passOn(product.apiUrl, request, response);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': request.headers.origin ?? '*', 'access-control-expose-headers': 'x-server-time, x-business-time', 'x-server-time': String(Date.now()) });
    response.end(JSON.stringify({ code: 0, msg: '', data: answer(new URLSearchParams(body)) }));
  });
}

function passOn(target: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = forward(target + (request.url ?? ''), { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

async function serveFile(url: string, response: ServerResponse): Promise<void> {
  const path = url.replace(/[?#].*$/, '').replace(/^\/~\d+\//, '/');
  const bytes = await readFile(join(folder, 'dist', path)).catch(() => null);
  response.writeHead(bytes === null ? 404 : 200, { 'content-type': types[extname(path)] ?? 'text/plain', 'access-control-allow-origin': '*' });
  response.end(bytes ?? 'Not found');
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Guest> {
  const server: Server = createServer(answer);
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
