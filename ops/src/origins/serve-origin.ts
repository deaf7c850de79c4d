import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FileAnswer } from './changing-files.ts';

/** A request that a particular origin answers itself. @returns whether it did */
export type OriginHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean> | boolean;

export type OriginOptions = {
  files: FileAnswer;
  handlers?: readonly OriginHandler[];
  headers?: Readonly<Record<string, string>>;
};

/**
 * A second address for every file of an origin: `/~1/assets/a.js` is `/assets/a.js`. Engines that remember a failed
 * import for the page's life can only retry a module graph whose every address is another one (docs/contract.md).
 */
const RETRY_PREFIX = /^\/~\d{1,3}(?=\/)/;

/** A remote's files are modules that pages of any origin may load; they hold nothing of a user. */
export const readableAnywhere = { 'access-control-allow-origin': '*' } as const;

/** Serves one origin: what it answers itself, else its files, by GET and HEAD. */
export function serveOrigin({ files, handlers = [], headers = {} }: OriginOptions): Server {
  return createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('The file could not be read.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...headers,
    })) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'range, if-range', 'access-control-max-age': '86400' }).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const path = pathOf(request.url ?? '/').replace(RETRY_PREFIX, '');
    for (const handle of handlers) if (await handle(request, response, path)) return;
    if (await files(request, response, path)) return;
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Not found');
  }
}

/** Opens an origin's port. @param address of the interface it listens on @throws when it can't be had */
export async function openOrigin(server: Server, port: number, address: string): Promise<Server> {
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

export function closeOrigins(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
