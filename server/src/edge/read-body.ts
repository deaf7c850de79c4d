import type { FastifyRequest } from 'fastify';
import { readBounded } from '../bounds/read-bounded.ts';
import { isUnavailable } from '../database/database.ts';
import type { Environment } from '../program/environment.ts';
import { codeOf } from '../storage/text.ts';
import { drain } from './connections.ts';

const CHECK_INTERVAL_MS = 500;

/** `totalMs`: the reader's own work included; `leastBytes`: what is progress within `silenceMs`. */
export type BodyLimits = { bytes: number; silenceMs: number; totalMs: number; leastBytes?: number };

/** What is thrown for a body; beside these by the codes of the multipart parser. */
export type BodyRefusals = Readonly<Record<'tooLarge' | 'late' | 'broken', () => Error> & Record<string, () => Error>>;

/** Of pictures, releases and files for teams. */
export const uploadLimits = (
  { UPLOAD_SILENCE_LIMIT_MS, UPLOAD_TIME_LIMIT_MS }: Environment,
  bytes: number,
): BodyLimits => ({ bytes, silenceMs: UPLOAD_SILENCE_LIMIT_MS, totalMs: UPLOAD_TIME_LIMIT_MS });

/**
 * Reads a body within its limits. The rest of a refused body is read too, unless it came too late: its sender gets the
 * answer.
 * @param read its signal aborts when the body is late; `whole` reads all of it, else the reader counts the bytes
 * @throws what `refusals` make, and what `read` throws
 */
export async function readBody<Result>(
  { raw, headers }: FastifyRequest,
  { bytes, silenceMs, totalMs, leastBytes = 1 }: BodyLimits,
  refusals: BodyRefusals,
  read: (signal: AbortSignal, whole: () => Promise<Buffer>) => Promise<Result>,
): Promise<Result> {
  const { socket } = raw;
  const controller = new AbortController();
  const { signal } = controller;
  const begun = Date.now();
  let [received, progressAt] = [socket.bytesRead, begun];
  const failed = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  failed.catch(() => undefined); // it may come while the rest of a refused body is read
  const look = () => {
    const now = Date.now();
    if (socket.bytesRead - received >= leastBytes) [received, progressAt] = [socket.bytesRead, now];
    if (now - progressAt > silenceMs || now - begun > totalMs) controller.abort(refusals.late());
  };
  // The connection stays open for the answer.
  const whole = () => readBounded(raw.iterator({ destroyOnReturn: false }), bytes, refusals.tooLarge);
  const looking = setInterval(look, Math.min(CHECK_INTERVAL_MS, silenceMs / 2));
  try {
    if (Number(headers['content-length'] ?? 0) > bytes) throw refusals.tooLarge();
    return await Promise.race([read(signal, whole), failed]);
  } catch (error) {
    raw.unpipe();
    if (!signal.aborted) await drain(raw);
    throw asRefusal(error, refusals);
  } finally {
    clearInterval(looking);
  }
}

/** Of the connection, and of the multipart parser. */
const BROKEN = /^(?:FST_\w+|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Maps the parser's errors only, of which some are plain ones without a code, as some of the database's driver. */
function asRefusal(error: unknown, refusals: BodyRefusals): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refusals.tooLarge();
  const isPlain = error.constructor === Error && code === '' && !isUnavailable(error);
  return refusals[code]?.() ?? (isPlain || BROKEN.test(code) ? refusals.broken() : error);
}
