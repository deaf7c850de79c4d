import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { rangeStands, readRange } from './byte-range.ts';
import { acceptedEncoding, compress, COMPRESS_FROM_BYTES, type ContentEncoding } from './content-encoding.ts';
import { contentTypeOf, isCompressible } from './content-type.ts';
import { contentHash, entityTag, matchesTag } from './entity-tag.ts';

type KeptFile = {
  changedAt: number;
  bytes: Buffer;
  hash: string;
  contentType: string;
  compressed: Map<ContentEncoding, Promise<Buffer>>;
};

export type FileAnswer = (request: IncomingMessage, response: ServerResponse, urlPath: string) => Promise<boolean>;

/**
 * Answers with files of a folder that come, go and change while it serves: each is kept in memory with its compressed
 * forms until it changes on disk. Ranges are of the file as it is; a range of a compressed form would be of no use.
 */
export function changingFiles(folder: string): FileAnswer {
  const kept = new Map<string, KeptFile>();

  return async (request, response, urlPath) => {
    const path = pathWithin(folder, urlPath);
    const file = path === null ? null : await read(path);
    if (path === null || file === null) return false;
    response.setHeader('content-type', file.contentType);
    response.setHeader('cache-control', cacheControlOf(path));
    response.setHeader('accept-ranges', 'bytes');
    response.setHeader('vary', 'accept-encoding');
    const plainTag = entityTag(file.hash, null);
    const asked = request.method === 'GET' && rangeStands(request.headers['if-range'], plainTag) ? readRange(request.headers.range, file.bytes.length) : null;
    if (asked === null) await sendWhole(request, response, file);
    else if (asked === 'unsatisfiable') response.writeHead(416, { 'content-range': `bytes */${file.bytes.length}`, 'content-length': 0 }).end();
    else {
      const part = file.bytes.subarray(asked.start, asked.end + 1);
      const range = `bytes ${asked.start}-${asked.end}/${file.bytes.length}`;
      response.writeHead(206, { etag: plainTag, 'content-range': range, 'content-length': part.length }).end(part);
    }
    return true;
  };

  async function read(path: string): Promise<KeptFile | null> {
    const info = await stat(path).catch(() => null);
    if (!info?.isFile()) {
      kept.delete(path);
      return null;
    }
    const before = kept.get(path);
    if (before && before.changedAt === info.mtimeMs && before.bytes.length === info.size) return before;
    const bytes = await readFile(path);
    const file: KeptFile = { changedAt: info.mtimeMs, bytes, hash: contentHash(bytes), contentType: contentTypeOf(path), compressed: new Map() };
    kept.set(path, file);
    return file;
  }
}

async function sendWhole(request: IncomingMessage, response: ServerResponse, file: KeptFile): Promise<void> {
  const worthIt = isCompressible(file.contentType) && file.bytes.length >= COMPRESS_FROM_BYTES;
  const encoding = worthIt ? acceptedEncoding(request.headers['accept-encoding']) : null;
  const etag = entityTag(file.hash, encoding);
  response.setHeader('etag', etag);
  if (matchesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const bytes = encoding === null ? file.bytes : await compressedForm(file, encoding);
  if (encoding !== null) response.setHeader('content-encoding', encoding);
  response.writeHead(200, { 'content-length': bytes.length }).end(request.method === 'HEAD' ? undefined : bytes);
}

function compressedForm(file: KeptFile, encoding: ContentEncoding): Promise<Buffer> {
  const form = file.compressed.get(encoding) ?? compress(file.bytes, encoding, 'thorough');
  file.compressed.set(encoding, form);
  return form;
}

const HASHED_NAME = /-[\w-]{8}\.\w+$/;

/** A name that carries a hash of its content may be kept for ever. */
export const cacheControlOf = (path: string): string => (HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');

/** @returns the file's path, `null` for what lies outside the folder or is hidden */
function pathWithin(folder: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.split('/').some((part) => part.startsWith('.'))) return null;
  const path = normalize(join(folder, decoded));
  return path.startsWith(folder + sep) ? path : null;
}
