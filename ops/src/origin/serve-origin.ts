import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createStaticFiles, type StaticFile } from './static-files.ts';

/** A request that a particular origin answers itself. @returns whether it did */
export type OriginHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean> | boolean;

export type OriginOptions = {
  folder: string;
  handlers?: readonly OriginHandler[];
  headers?: Readonly<Record<string, string>>;
};

/**
 * A second address for every file of an origin: `/~1/assets/a.js` is `/assets/a.js`. Engines that remember a failed
 * import for the page's life can only retry a module graph whose every address is another one (docs/contract.md).
 */
const RETRY_PREFIX = /^\/~\d{1,3}(?=\/)/;

/** Serves one folder: GET and HEAD, compressed, cached by hash, readable across origins. */
export function serveOrigin({ folder, handlers = [], headers = {} }: OriginOptions): Server {
  const files = createStaticFiles(folder);
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
    const path = pathOf(request.url ?? '/').replace(RETRY_PREFIX, '');
    for (const handle of handlers) if (await handle(request, response, path)) return;
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'GET, HEAD', 'access-control-max-age': '86400' }).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const file = await files.read(path);
    if (file) await sendFile(request, response, file);
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Not found');
  }
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

export async function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): Promise<void> {
  response.setHeader('etag', file.etag);
  response.setHeader('vary', 'accept-encoding');
  response.setHeader('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const { bytes, encoding } = await file.body(String(request.headers['accept-encoding'] ?? ''));
  response.setHeader('content-type', file.contentType);
  response.setHeader('content-length', bytes.length);
  if (encoding) response.setHeader('content-encoding', encoding);
  response.writeHead(200);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
