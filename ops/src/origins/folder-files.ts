import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isUtf8MimeType, mime, send } from '@fastify/send';
import { acceptedEncoding, type ContentEncoding } from './send-content.ts';

/** @returns whether the file exists */
export type FileAnswer = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

/** With a content hash of Vite. */
const HASHED_NAME = /-[\w-]{8}\.\w+$/;

/** With another status nothing can be served at the path. */
const STATUS_OF_FILES = new Set([200, 206, 304, 412, 416]);

/** Sends `.br` or `.gz` where accepted (see `precompress`). Ranges are of the uncompressed file. */
export function folderFiles(root: string): FileAnswer {
  return async (request, response, path) => {
    const encoding = request.headers.range === undefined ? acceptedEncoding(request.headers['accept-encoding']) : null;
    return (encoding !== null && (await sendFile(request, response, path, encoding))) || sendFile(request, response, path);
  };

  async function sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    encoding?: ContentEncoding,
  ): Promise<boolean> {
    const suffix = { br: '.br', gzip: '.gz' };
    const file = encoding ? path + suffix[encoding] : path;
    const options = { root, index: false, dotfiles: 'ignore', cacheControl: false, contentType: false } as const;
    const { statusCode, headers, stream } = await send(request, file, options);
    if (!STATUS_OF_FILES.has(statusCode)) return false;
    const type = mime.getType(path) ?? 'application/octet-stream';
    response.setHeader('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    response.setHeader('content-type', isUtf8MimeType(type) ? `${type}; charset=utf-8` : type);
    response.setHeader('vary', 'accept-encoding');
    if (encoding) response.setHeader('content-encoding', encoding);
    response.writeHead(statusCode, headers);
    // A read error destroys the response, so the client sees it.
    await pipeline(stream, response).catch(() => undefined);
    return true;
  }
}
