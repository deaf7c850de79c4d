import { isUtf8MimeType, mime, send } from '@fastify/send';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { withoutRetry } from '@fridge/shared-contracts/page';
import { connectionOptions, endConnectionsOnClose } from '../edge/connections.ts';
import { probePaths } from '../edge/probe-paths.ts';
import { describeFault, type Log } from '../log/log.ts';
import { acceptedEncoding, type ContentEncoding } from './content.ts';

/** Sends an answer, or leaves the path to the next handler. @returns whether it answered */
export type OriginHandler = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean>;

/** Modules for pages of any origin; no user data. */
export const readableAnywhere = { 'access-control-allow-origin': '*' } as const;

const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-range',
  'access-control-max-age': '86400',
};

/** For a request with its answer: files are small. */
const CONNECTION_LIMIT_MS = 60_000;

/** Of a form without fields. */
const MOST_FORM_BYTES = 1_024;

/**
 * GET and HEAD, answered by the first handler that can.
 * @param options.forms answers POSTs, whose body says nothing; without it they are refused
 */
export function createOrigin(
  handlers: readonly OriginHandler[],
  { headers = {}, log, forms }: { headers?: Readonly<Record<string, string>>; log?: Log; forms?: OriginHandler } = {},
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    // One route takes every path as it was sent, which `@fastify/send` decodes.
    rewriteUrl: ({ url = '' }) => (probePaths.includes(url) ? url : '/'),
    ...connectionOptions(CONNECTION_LIMIT_MS),
  });
  endConnectionsOnClose(app);
  app.addHook('onRequest', async ({ method }, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...headers,
    });
    if (method === 'OPTIONS') return reply.code(204).headers(preflight).send();
    const isForm = method === 'POST' && forms !== undefined;
    if (method !== 'GET' && method !== 'HEAD' && !isForm) return reply.code(405).header('allow', 'GET, HEAD').send();
    return undefined;
  });
  app.get('/', async (request, reply) => {
    const path = withoutRetry(pathOf(request.originalUrl));
    for (const handle of handlers) if (await handle(request, reply, path)) return reply;
    return sendText(reply, 404, 'Not found');
  });
  if (forms !== undefined) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_FORM_BYTES }, (_request, _body, done) =>
      done(null),
    );
    app.post('/', async (request, reply) => {
      if (await forms(request, reply, pathOf(request.originalUrl))) return reply;
      return reply.code(405).header('allow', 'GET, HEAD').send();
    });
  }
  app.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return sendText(reply, error.statusCode, '');
    log?.error({ event: 'fault', route: 'page', fault: describeFault(error) });
    return sendText(reply, 500, 'The file could not be read.');
  });
  return app;
}

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send(text);

export const pathOf = (url: string): string => /^[^?#]*/.exec(url)?.[0] ?? '';

mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

/** By the file's ending. */
export function contentTypeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

const HASHED_NAME = /-[\w-]{8}\.\w+$/;

/** With a content hash of Vite: the same name is the same content for ever. */
export const hasHashedName = (path: string): boolean => HASHED_NAME.test(path);

export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** With another status nothing can be served at the path. */
const STATUS_OF_FILES = new Set([200, 206, 304, 412, 416]);

export const suffixOf = { br: '.br', gzip: '.gz' } as const;

/** A suffix of at least one byte. */
const SUFFIX_RANGE = /^\s*bytes=-0*[1-9]\d*\s*$/;

/** Source maps, also written with percents. */
const MAP = /(?:\.|%2e)(?:m|%6d)(?:a|%61)(?:p|%70)$/i;

/** Sends `.br` or `.gz` where accepted (see `precompress`). Ranges are of the uncompressed file. */
export function folderFiles(root: string): OriginHandler {
  const options = { root, index: false, dotfiles: 'ignore', cacheControl: false, contentType: false } as const;
  return async (request, reply, path) => {
    if (MAP.test(path)) return false;
    const encoding = request.headers.range === undefined ? acceptedEncoding(request.headers['accept-encoding']) : null;
    return (encoding !== null && (await sendFile(request, reply, path, encoding))) || sendFile(request, reply, path);
  };

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    encoding?: ContentEncoding,
  ): Promise<boolean> {
    const sent = await send(request.raw, encoding ? path + suffixOf[encoding] : path, options);
    const { statusCode, headers, stream } = sent;
    if (!STATUS_OF_FILES.has(statusCode)) return false;
    if (statusCode === 416 && SUFFIX_RANGE.test(request.headers.range ?? '')) {
      // @fastify/send refuses a suffix longer than the file, which is the whole file (RFC 9110, section 14.1.2).
      request.raw.headers.range = 'bytes=0-';
      return sendFile(request, reply, path);
    }
    reply.headers({
      'cache-control': hasHashedName(path) ? IMMUTABLE : 'no-cache',
      'content-type': contentTypeOf(path),
      vary: 'accept-encoding',
      // The body of a 412 is an error page.
      ...(encoding && statusCode !== 412 && { 'content-encoding': encoding }),
      ...headers,
    });
    // A read error destroys the response, so the client sees it.
    reply.code(statusCode).send(stream);
    return true;
  }
}
