import type { IncomingMessage } from 'node:http';
import type { Environment } from '../program/environment.ts';

const CHECK_INTERVAL_MS = 500;

/**
 * Watches a large body while it is read.
 * @param late makes the error for a body without progress, or that takes too long in all
 * @param leastBytes what is progress, within `UPLOAD_SILENCE_LIMIT_MS`
 * @returns `signal` aborts with it, `failed` rejects with it; `end` once the body is read
 */
export function watchBody(
  { socket }: IncomingMessage,
  {
    UPLOAD_SILENCE_LIMIT_MS: silenceMs,
    UPLOAD_TIME_LIMIT_MS: totalMs,
  }: Pick<Environment, 'UPLOAD_SILENCE_LIMIT_MS' | 'UPLOAD_TIME_LIMIT_MS'>,
  late: () => Error,
  leastBytes = 1,
) {
  const controller = new AbortController();
  const begun = Date.now();
  let [bytes, progressAt] = [socket.bytesRead, begun];
  const failed = new Promise<never>((_resolve, reject) =>
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason)),
  );
  failed.catch(() => undefined);
  const look = setInterval(
    () => {
      const now = Date.now();
      if (socket.bytesRead - bytes >= leastBytes) [bytes, progressAt] = [socket.bytesRead, now];
      if (now - progressAt > silenceMs || now - begun > totalMs) controller.abort(late());
    },
    Math.min(CHECK_INTERVAL_MS, silenceMs / 2),
  );
  return { signal: controller.signal, failed, end: () => clearInterval(look) };
}
