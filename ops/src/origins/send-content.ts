import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export type ContentEncoding = 'br' | 'gzip';

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

export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 24);

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
