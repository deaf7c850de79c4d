import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutRetry } from '@fridge/shared-contracts/page';
import { servedRegistry } from './edit-registry.ts';
import { handOn } from './flaky-origin.ts';
import { type Guest, operate } from './guest.ts';
import type { Product } from './run-product.ts';

export const THROWING_VERSION = '9.9.9';

const SCREEN = /assets\/guide-screen-[^/]*\.js$/;
const THROWING = 'export default function Broken() { throw new Error("broken on purpose"); }\n';

/**
 * Publishes the campaign once more from an origin of its own, with a guide that throws, and gives it to nobody. All else
 * is the product's own release.
 */
export async function publishThrowingRelease(product: Product): Promise<Guest> {
  const entry = (await servedRegistry(product)).remotes['campaign2023']?.entry;
  if (entry === undefined) throw new Error('The registry lacks the campaign.');
  const real = new URL('.', entry);
  const description = await throwingRelease(real);
  const server = createServer((request, response) => {
    const path = withoutRetry(request.url ?? '/').slice(1);
    if (path === 'release.json') return send(response, 'application/json', description);
    if (SCREEN.test(path)) return send(response, 'text/javascript', THROWING);
    handOn(new URL(path, real).href, request.headers.origin, response).catch(() => request.socket.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`; // a server that listens on a port has one
  await operate(product, 'publish', `${origin}/`, '--move', '--no-promote');
  return {
    origin,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function throwingRelease(real: URL): Promise<string> {
  const described: { scripts: { file: string }[] } = await (await fetch(new URL('release.json', real))).json();
  const integrity = `sha384-${createHash('sha384').update(THROWING).digest('base64')}`;
  const scripts = described.scripts.map((script) =>
    SCREEN.test(script.file) ? { ...script, integrity, bytes: THROWING.length } : script,
  );
  return JSON.stringify({ ...described, version: THROWING_VERSION, scripts });
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
}
