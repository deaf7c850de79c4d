import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentEncoding, namesTag } from './content.ts';
import { contentTypeOf, IMMUTABLE } from './serve-origin.ts';

/** `integrity`: of the uncompressed content, which makes the entity tag. `content`: in the encoding. */
type Sent = { file: string; integrity: string; encoding: ContentEncoding | null; content: Buffer };

/** Sends a file that never changes under its address. @returns true */
export function sendStored(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { file, integrity, encoding, content }: Sent,
): true {
  const etag = `"${integrity.slice('sha384-'.length, 40)}${encoding === null ? '' : `-${encoding}`}"`;
  reply.headers({ 'cache-control': IMMUTABLE, vary: 'accept-encoding', etag, 'accept-ranges': 'bytes' });
  if (namesTag(asked['if-none-match'] ?? '', etag)) {
    reply.code(304).send();
    return true;
  }
  reply.header('content-type', contentTypeOf(file));
  if (encoding !== null) reply.header('content-encoding', encoding);
  const isUnchanged = asked['if-range'] === undefined || asked['if-range'] === etag;
  const range = isUnchanged ? byteRange(asked.range, content.length) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${content.length}`).send();
  } else if (range !== null) {
    const { start, end } = range;
    reply.code(206).header('content-range', `bytes ${start}-${end}/${content.length}`);
    reply.send(content.subarray(start, end + 1));
  } else {
    reply.send(content);
  }
  return true;
}

/** First and last byte, both included. */
type ByteRange = { start: number; end: number };

/**
 * One range of a file, for players that seek in sound (RFC 9110, section 14).
 * @returns `null`: the whole file, also for what isn't understood; `unsatisfiable`: nothing of it is in the file
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^\s*bytes=(\d*)-(\d*)\s*$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(bytes - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
