import type { Readable } from 'node:stream';
import { withinTime } from '../bounds/within-time.ts';

/** @property totalMs from the first read to the last, the reader's own work included */
export type BodyLimits = { bytes: number; silenceMs: number; totalMs: number };

/** The body is too large (413) or too slow (408). */
export class BodyRefused extends Error {
  override name = 'BodyRefused';
  readonly status: 408 | 413;

  constructor(status: 408 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a body as it comes, and leaves the connection open for the answer.
 * @throws BodyRefused beyond a limit
 */
export async function* boundedBody(body: Readable, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<unknown> = body.iterator({ destroyOnReturn: false });
  const end = performance.now() + limits.totalMs;
  let left = limits.bytes;
  for (;;) {
    const rest = end - performance.now();
    const [what, ms] =
      rest < limits.silenceMs ? ['It took more than', limits.totalMs] : ['Nothing came for', limits.silenceMs];
    const error = () => new BodyRefused(408, `${what} ${ms / 1_000} s.`);
    const next = await withinTime(chunks.next(), Math.max(0, Math.min(limits.silenceMs, rest)), { error });
    if (next.done === true) return;
    if (!(next.value instanceof Uint8Array)) throw new Error('a body has to be read as bytes');
    left -= next.value.length;
    if (left < 0) {
      await chunks.return?.(); // lets others read the rest
      throw new BodyRefused(413, `It is longer than ${limits.bytes} bytes.`);
    }
    yield next.value;
  }
}
