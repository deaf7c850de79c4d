import type { FastifyRequest } from 'fastify';
import type { Environment } from '../program/environment.ts';
import { codeOf } from '../storage/text.ts';
import { drain } from './connections.ts';

const CHECK_INTERVAL_MS = 500;

type WatchedBody = {
  environment: Pick<Environment, 'UPLOAD_SILENCE_LIMIT_MS' | 'UPLOAD_TIME_LIMIT_MS'>;
  /** Of the whole body. */
  bytes: number;
  tooLarge: () => Error;
  /** For a body without progress, or that takes too long in all. */
  late: () => Error;
  /** What is progress, within `UPLOAD_SILENCE_LIMIT_MS`. */
  leastBytes?: number;
};

/**
 * Reads a large body within the limits of uploads. The rest of a refused body is read too, unless it came too late: its
 * sender gets the answer.
 * @param read its signal aborts when the body is late
 * @throws what the limits and `read` throw
 */
export async function readWatched<Result>(
  { raw, headers }: FastifyRequest,
  { environment, bytes, tooLarge, late, leastBytes = 1 }: WatchedBody,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { UPLOAD_SILENCE_LIMIT_MS: silenceMs, UPLOAD_TIME_LIMIT_MS: totalMs } = environment;
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
    if (now - progressAt > silenceMs || now - begun > totalMs) controller.abort(late());
  };
  const looking = setInterval(look, Math.min(CHECK_INTERVAL_MS, silenceMs / 2));
  try {
    if (Number(headers['content-length'] ?? 0) > bytes) throw tooLarge();
    return await Promise.race([read(signal), failed]);
  } catch (error) {
    raw.unpipe();
    if (!signal.aborted) await drain(raw);
    throw error;
  } finally {
    clearInterval(looking);
  }
}

/** Whether the parser of multipart bodies threw it for a broken one: some of its errors have no code. */
export const isOfBrokenBody = (error: Error): boolean =>
  /^(?:FST_\w+|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)?$/.test(codeOf(error));
