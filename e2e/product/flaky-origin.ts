import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changed } from '../fixtures/changed-bytes.ts';
import { servedRegistry } from './edit-registry.ts';
import { operate } from './guest.ts';
import type { OwnRemote, Product } from './run-product.ts';

/** What an origin does with a file: serves it, ends the connection, never answers, or serves other bytes. */
export type Fault = 'none' | 'down' | 'hangs' | 'changed';

/** An origin that serves a remote's files, and fails when the story says so. */
export type FlakyOrigin = {
  origin: string;
  /** Fails from now on wherever the path of a file matches. */
  fail(fault: Fault, path?: RegExp): void;
  close(): Promise<void>;
};

/**
 * Puts an origin that can fail in front of a remote's, and moves its release there. It is the network that fails, in
 * any engine.
 */
export async function putFlakyOrigin(product: Product, name: OwnRemote): Promise<FlakyOrigin> {
  const real = product.remoteUrl(name);
  let failing: { fault: Fault; path: RegExp } = { fault: 'none', path: /^/ };
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const { fault } = failing.path.test(path) ? failing : { fault: 'none' };
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'hangs') return void hanging.add(response);
    handOn(real + path, request.headers.origin, response, fault === 'changed').catch(() => request.socket.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`; // a server that listens on a port has one
  const entry = (await servedRegistry(product)).remotes[name]?.entry;
  if (entry === undefined) throw new Error(`The registry lacks ${name}.`);
  const address = new URL('.', entry).href;
  await operate(product, 'publish', address.replace(real, origin), '--move');
  return {
    origin,
    fail(fault, path = /^/) {
      failing = { fault, path };
    },
    async close() {
      failing = { fault: 'none', path: /^/ };
      await operate(product, 'publish', address, '--move');
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Answers as the origin of that address does, or with other bytes. */
export async function handOn(
  url: string,
  origin: string | undefined,
  response: ServerResponse,
  isChanged = false,
): Promise<void> {
  const answer = await fetch(url, { headers: origin === undefined ? {} : { origin } });
  const kept = [...answer.headers].filter(
    ([header]) => !/^(content-(encoding|length)|transfer-encoding|connection|keep-alive)$/.test(header),
  );
  const bytes = Buffer.from(await answer.arrayBuffer());
  const body = isChanged ? changed(bytes.toString(), new URL(url).pathname) : bytes;
  response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
}
