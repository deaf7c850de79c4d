import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ownAuthority } from '../../testing/own-authority.ts';
import { fetchAsPage } from './release-source.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listening(onRequest: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(onRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.js`; // it listens on a port
}

const how = { origin: 'https://host.example', kind: 'script', mostBytes: 100 } as const;
const javascript = { 'content-type': 'text/javascript', 'access-control-allow-origin': 'https://host.example' };

describe('fetchAsPage', () => {
  it('fetches what a page of the host gets', async () => {
    const url = await listening((request, response) => response.writeHead(200, javascript).end(request.headers.origin));
    expect(String(await fetchAsPage(url, { ...how, signal: AbortSignal.timeout(5_000) }))).toBe('https://host.example');
  });

  it('refuses plain http for a secure page, as browsers block it', async () => {
    const from = (url: string) => fetchAsPage(url, { ...how, signal: AbortSignal.timeout(5_000) });
    await expect(from('http://draw.invalid/a.js')).rejects.toThrow(
      'pages of https://host.example load nothing over plain http',
    );
    await expect(from('https://draw.invalid/a.js')).rejects.not.toThrow('plain http');
  });

  it.each<[string, Parameters<typeof createServer>[1]]>([
    ['never answers', () => undefined],
    ['answers without an end', (_, response) => response.writeHead(200, javascript).write('a')],
  ])('gives up in time on an origin that %s', async (_, onRequest) => {
    const url = await listening(onRequest);
    await expect(fetchAsPage(url, { ...how, signal: AbortSignal.timeout(200) })).rejects.toThrow('it took too long');
  });

  it('names the variable for an origin that is certified by an authority of its own', async () => {
    const secure = createSecureServer(ownAuthority, (_, response) => response.writeHead(200, javascript).end());
    server = secure;
    secure.listen(0, 'localhost');
    await once(secure, 'listening');
    const url = `https://localhost:${(secure.address() as AddressInfo).port}/a.js`; // it listens on a port
    await expect(fetchAsPage(url, { ...how, signal: AbortSignal.timeout(5_000) })).rejects.toThrow(
      /signed by an authority that this server doesn't know .*NODE_EXTRA_CA_CERTS/,
    );
  });
});
