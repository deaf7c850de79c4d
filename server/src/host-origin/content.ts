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

/** About a tenth larger, in a hundredth of the time. */
const compressQuickly = (text: string, encoding: ContentEncoding): Promise<Buffer> =>
  encoding === 'gzip' ? deflate(text, { level: 6 }) : brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

const contentHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

export type Content = {
  /** In an encoding: compressed quickly when it is asked for first, as small as possible once it is asked for again. */
  bytes(encoding: ContentEncoding | null): Promise<Buffer>;
  /** Makes the entity tag, for 304s. */
  hash: string;
};

export type Compressors = Record<'quickly' | 'best', (text: string, encoding: ContentEncoding) => Promise<Buffer>>;

type Form = { bytes: Promise<Buffer>; isBest: boolean };

/** One at a time in the process: compression shares its threads with the reading of files. */
let isImproving = false;

export function contentOf(
  text: string,
  compressors: Compressors = { quickly: compressQuickly, best: compress },
): Content {
  const forms = new Map<ContentEncoding, Form>();
  const improve = async (form: Form, encoding: ContentEncoding): Promise<void> => {
    form.isBest = true;
    isImproving = true;
    try {
      form.bytes = Promise.resolve(await compressors.best(text, encoding));
    } finally {
      isImproving = false;
    }
  };
  return {
    hash: contentHash(text),
    async bytes(encoding) {
      if (encoding === null) return Buffer.from(text);
      const known = forms.get(encoding);
      const form = known ?? { bytes: compressors.quickly(text, encoding), isBest: false };
      forms.set(encoding, form);
      if (known !== undefined && !known.isBest && !isImproving) await improve(known, encoding);
      return form.bytes;
    },
  };
}

/**
 * The caller sets `content-type`. `cacheControl`: by default for one browser, since what is sent depends on its cookies;
 * that browser asks each time, and gets a 304 while its answer is the same.
 */
export async function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, hash }: Content,
  cacheControl = 'private, no-cache',
): Promise<void> {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding', etag });
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
