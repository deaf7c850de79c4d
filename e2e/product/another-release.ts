import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutRetry } from '@fridge/shared-contracts/page';
import { servedRegistry } from './edit-registry.ts';
import { handOn } from './flaky-origin.ts';
import { type Guest, operate } from './guest.ts';
import type { Product } from './run-product.ts';

/** A release's `release.json`, as far as stories change it. */
export type Description = {
  version: string;
  routes: { path: string; title: string }[];
  scripts: { file: string; integrity: string; bytes: number }[];
};

/**
 * Publishes a remote once more from an origin of its own, and gives it to nobody. All that isn't changed is the
 * product's own release.
 * @param change of its description @param script in place of those whose path matches
 */
export async function publishAnother(
  product: Product,
  name: string,
  change: (description: Description) => Description,
  script?: { path: RegExp; text: string },
): Promise<Guest> {
  const entry = (await servedRegistry(product)).remotes[name]?.entry;
  if (entry === undefined) throw new Error(`The registry lacks ${name}.`);
  const real = new URL('.', entry);
  const described: Description = await (await fetch(new URL('release.json', real))).json();
  const description = JSON.stringify(change(described));
  const server = createServer((request, response) => {
    const path = withoutRetry(request.url ?? '/').slice(1);
    const send = (type: string, body: string) =>
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
    if (path === 'release.json') return send('application/json', description);
    if (script?.path.test(path)) return send('text/javascript', script.text);
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
