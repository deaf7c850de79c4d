import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** Larger ones would take seconds at the best quality. */
const BEST_UP_TO_BYTES = 1024 * 1024;

/** As small as possible: every result is kept and sent many times. */
export function compress(bytes: Buffer | string, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes, { level: 9 });
  const quality = Buffer.byteLength(bytes) > BEST_UP_TO_BYTES ? 9 : 11;
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

const contentHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

export type Content = {
  /** In an encoding, compressed on first use. */
  bytes(encoding: ContentEncoding | null): Promise<Buffer>;
  /** Makes the entity tag, for 304s. */
  hash: string;
};

export function contentOf(text: string): Content {
  const forms = new Map<ContentEncoding, Promise<Buffer>>();
  return {
    hash: contentHash(text),
    bytes(encoding) {
      if (encoding === null) return Promise.resolve(Buffer.from(text));
      const form = forms.get(encoding) ?? compress(text, encoding);
      forms.set(encoding, form);
      return form;
    },
  };
}

/** The caller sets `content-type`. */
export async function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, hash }: Content,
): Promise<void> {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (namesTag(headers['if-none-match'] ?? '', etag)) {
    reply.code(304).send();
    return;
  }
  const body = await bytes(encoding);
  if (encoding !== null) reply.header('content-encoding', encoding);
  reply.send(body);
}

/** `If-None-Match` compares weakly (RFC 9110, section 13.1.2). */
export const namesTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
