import { readBoundedText } from './read-bounded-text.ts';
import type { StopReason, TimeLimit } from './time-limit.ts';

export type Exchange = { ok: true; text: string } | { ok: false; because: StopReason | 'network' | 'malformed' };

export interface ExchangeOptions {
  fetch: typeof fetch;
  limit: TimeLimit;
  onHeaders: (headers: Headers) => void;
}

const stopped = (because: StopReason): Exchange => ({ ok: false, because });

/**
 * One request and its whole answer. The HTTP status doesn't count: what an answer means stands in its JSON, and an
 * error page of a proxy has none. Resolves when the limit is over even if the browser goes on waiting.
 */
export async function exchange(url: string, init: RequestInit, { fetch, limit, onHeaders }: ExchangeOptions): Promise<Exchange> {
  const work = async (): Promise<Exchange> => {
    if (limit.signal.aborted) return limit.stopped.then(stopped);
    let response: Response;
    try {
      response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store', signal: limit.signal });
    } catch {
      return { ok: false, because: 'network' };
    }
    onHeaders(response.headers);
    try {
      const text = await readBoundedText(response);
      return text === null ? { ok: false, because: 'malformed' } : { ok: true, text };
    } catch {
      return { ok: false, because: 'malformed' };
    }
  };
  return Promise.race([limit.stopped.then(stopped), work()]);
}
