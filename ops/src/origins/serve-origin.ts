import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FileAnswer } from './folder-files.ts';

/** @returns whether it answered */
export type OriginHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

type OriginOptions = {
  files: FileAnswer;
  handlers?: readonly OriginHandler[];
  headers?: Readonly<Record<string, string>>;
};

/**
 * `/~1/assets/a.js` is `/assets/a.js`: some engines cache a failed import for the page's life, so a retry needs new
 * URLs (docs/contract.md).
 */
const RETRY_PREFIX = /^\/~\d{1,3}(?=\/)/;

/** Modules for pages of any origin; no user data. */
export const readableAnywhere = { 'access-control-allow-origin': '*' } as const;

/** GET and HEAD; handlers first, then files. */
export function serveOrigin({ files, handlers = [], headers = {} }: OriginOptions): Server {
  const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin', ...headers };
  const preflight = {
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'range, if-range',
    'access-control-max-age': '86400',
  };
  return createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('The file could not be read.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204, preflight).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    const path = pathOf(request.url ?? '/').replace(RETRY_PREFIX, '');
    for (const handle of [...handlers, files]) if (await handle(request, response, path)) return;
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Not found');
  }
}

/** @param address of the interface @throws when the port is taken */
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

export const pathOf = (url: string): string => /^[^?#]*/.exec(url)?.[0] ?? '';
