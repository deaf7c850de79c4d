import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isUtf8MimeType, mime, send } from '@fastify/send';

/** @returns whether it answered */
export type OriginHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

/**
 * `/~1/assets/a.js` is `/assets/a.js`: some engines cache a failed import for the page's life, so a retry needs new
 * URLs (docs/contract.md).
 */
const RETRY_PREFIX = /^\/~\d{1,3}(?=\/)/;

/** Modules for pages of any origin; no user data. */
export const readableAnywhere = { 'access-control-allow-origin': '*' } as const;

/** GET and HEAD, answered by the first handler that can. */
export function serveOrigin(
  handlers: readonly OriginHandler[],
  headers: Readonly<Record<string, string>> = {},
): Server {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...headers,
  };
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
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    const path = pathOf(request.url ?? '/').replace(RETRY_PREFIX, '');
    for (const handle of handlers) if (await handle(request, response, path)) return;
    response
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .end('Not found');
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

mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

/** With a content hash of Vite. */
const HASHED_NAME = /-[\w-]{8}\.\w+$/;

/** With another status nothing can be served at the path. */
const STATUS_OF_FILES = new Set([200, 206, 304, 412, 416]);

const suffixOf = { br: '.br', gzip: '.gz' } as const;

/** A suffix of at least one byte. */
const SUFFIX_RANGE = /^\s*bytes=-0*[1-9]\d*\s*$/;

/** Sends `.br` or `.gz` where accepted (see `precompress`). Ranges are of the uncompressed file. */
export function folderFiles(root: string): OriginHandler {
  const options = { root, index: false, dotfiles: 'ignore', cacheControl: false, contentType: false } as const;
  return async (request, response, path) => {
    const encoding = request.headers.range === undefined ? acceptedEncoding(request.headers['accept-encoding']) : null;
    return (
      (encoding !== null && (await sendFile(request, response, path, encoding))) || sendFile(request, response, path)
    );
  };

  async function sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    encoding?: ContentEncoding,
  ): Promise<boolean> {
    const { statusCode, headers, stream } = await send(request, encoding ? path + suffixOf[encoding] : path, options);
    if (!STATUS_OF_FILES.has(statusCode)) return false;
    if (statusCode === 416 && SUFFIX_RANGE.test(request.headers.range ?? '')) {
      // @fastify/send refuses a suffix longer than the file, which is the whole file (RFC 9110, section 14.1.2).
      request.headers.range = 'bytes=0-';
      return sendFile(request, response, path);
    }
    const type = mime.getType(path) ?? 'application/octet-stream';
    response.setHeader('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    response.setHeader('content-type', isUtf8MimeType(type) ? `${type}; charset=utf-8` : type);
    response.setHeader('vary', 'accept-encoding');
    // The body of a 412 is an error page.
    if (encoding && statusCode !== 412) response.setHeader('content-encoding', encoding);
    response.writeHead(statusCode, headers);
    // A read error destroys the response, so the client sees it.
    await pipeline(stream, response).catch(() => undefined);
    return true;
  }
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

type ContentEncoding = 'br' | 'gzip';

/** @returns the best accepted encoding; a weight of 0 refuses one */
export function acceptedEncoding(header: string | undefined): ContentEncoding | null {
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    (parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) ? refused : named).add(name);
  }
  const allowed = (name: ContentEncoding) => named.has(name) || (named.has('*') && !refused.has(name));
  return allowed('br') ? 'br' : allowed('gzip') ? 'gzip' : null;
}

/** @param effort `thorough` for cached content */
export function compress(
  bytes: Buffer | string,
  encoding: ContentEncoding,
  effort: 'quick' | 'thorough',
): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes, { level: effort === 'quick' ? 6 : 9 });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'quick' ? 5 : 11 } });
}

export const contentHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

/** Compressed on first use. */
export function bytesOf(text: string, effort: 'quick' | 'thorough'): Content['bytes'] {
  const forms = new Map<ContentEncoding, Promise<Buffer>>();
  return (encoding) => {
    if (encoding === null) return Promise.resolve(Buffer.from(text));
    const form = forms.get(encoding) ?? compress(text, encoding, effort);
    forms.set(encoding, form);
    return form;
  };
}

export type Content = {
  bytes(encoding: ContentEncoding | null): Promise<Buffer>;
  /** Makes the entity tag, for 304s. */
  hash?: string;
};

/** The caller sets `content-type`. */
export async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, hash }: Content,
): Promise<void> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('vary', 'accept-encoding');
  if (hash !== undefined) {
    const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
    response.setHeader('etag', etag);
    if (namesTag(request.headers['if-none-match'] ?? '', etag)) {
      response.writeHead(304).end();
      return;
    }
  }
  const body = await bytes(encoding);
  if (encoding !== null) response.setHeader('content-encoding', encoding);
  response.writeHead(200, { 'content-length': body.length }).end(request.method === 'HEAD' ? undefined : body);
}

/** `If-None-Match` compares weakly (RFC 9110, section 13.1.2). */
const namesTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
