import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { createTurns } from '../bounds/turns.ts';

export type ContentEncoding = 'br' | 'gzip';

/** @returns the best accepted encoding; a weight of 0 refuses one */
export function acceptedEncoding(header = ''): ContentEncoding | null {
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()));
  const isAccepted = new Map(
    parts.map(([name = '', ...parameters]) => [name, !parameters.some((each) => /^q=0(?:\.0{0,3})?$/.test(each))]),
  );
  const allowed = (name: ContentEncoding) => isAccepted.get(name) ?? isAccepted.get('*') ?? false;
  return allowed('br') ? 'br' : allowed('gzip') ? 'gzip' : null;
}

/** Half a second of a thread; a mebibyte would take three. Above all files of the remotes here. */
const BEST_UP_TO_BYTES = 256 * 1024;

/**
 * In this process, beside the pictures (`PICTURES_AT_ONCE`): libuv's pool has four threads, of which one at least is
 * left for files, names and signatures.
 */
export const COMPRESSIONS_AT_ONCE = 1;
const turns = createTurns({ name: 'compressions', atOnce: COMPRESSIONS_AT_ONCE });

/** As small as possible: every result is kept and sent many times. @param sender for fair turns: a team */
export function compress(bytes: Buffer | string, encoding: ContentEncoding, sender = ''): Promise<Buffer> {
  const quality = Buffer.byteLength(bytes) > BEST_UP_TO_BYTES ? 9 : 11;
  return turns.run(() => compressTo(bytes, encoding, { gzip: 9, br: quality }), { sender });
}

/** About a tenth larger, in a hundredth of the time. */
const compressQuickly = (text: string, encoding: ContentEncoding) => compressTo(text, encoding, { gzip: 6, br: 5 });

const compressTo = (bytes: Buffer | string, encoding: ContentEncoding, levels: Record<ContentEncoding, number>) =>
  encoding === 'gzip'
    ? promisify(gzip)(bytes, { level: levels.gzip })
    : promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: levels.br } });

export const contentHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

export type Content = {
  /** In an encoding: compressed quickly at first, as small as possible some time after it was asked for again. */
  bytes(encoding: ContentEncoding | null): Promise<Buffer>;
  /** Makes the entity tag, for 304s. */
  hash: string;
};

export type Compressors = Record<'quickly' | 'best', (text: string, encoding: ContentEncoding) => Promise<Buffer>>;

type Form = { bytes: Promise<Buffer>; isBest: boolean };

/** One at a time in the process; others are improved when they are asked for next. */
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
      if (known !== undefined && !known.isBest && !isImproving) void improve(known, encoding).catch(() => undefined);
      return form.bytes;
    },
  };
}

/** Contents by their text: each is compressed once while it is kept. @param most characters of all, uncompressed */
export function keptContents(most: number): (text: string) => Content {
  const kept = recentlyUsed<{ content: Content; length: number }>(most, ({ length }) => length);
  return (text) => {
    const content = contentOf(text);
    return kept.getOrMake(content.hash, () => ({ content, length: text.length })).content;
  };
}

/**
 * The caller sets `content-type`. `cacheControl`: by default for one browser, since what is sent depends on its
 * cookies; that browser asks each time, and gets a 304 while its answer is the same.
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
