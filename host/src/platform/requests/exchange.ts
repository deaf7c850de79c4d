export type StopReason = 'timeout' | 'aborted';

export type Exchange = { ok: true; text: string } | { ok: false; reason: StopReason | 'network' | 'malformed' };

/** No answer of the product comes near this size, bytes. */
export const BODY_LIMIT = 1024 * 1024;

export type TellHeaders = (headers: { get(name: string): string | null }) => void;

/** Ends a piece of work when its time is up or its caller no longer wants it. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Resolves with the reason when the work has to stop; never while it may go on. */
  readonly stopped: Promise<StopReason>;
  /** The work has come on: the limit of silence starts again. */
  progress(): void;
  /** The work is done: stops the watch. */
  end(): void;
}

/**
 * `AbortSignal.timeout` and `.any` in one; web views of the browser floor have neither.
 * @param limits milliseconds in all, and without any progress
 */
export function startTimeLimit({ total, silence }: { total: number; silence?: number }, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let tell: ((reason: StopReason) => void) | undefined;
  const stopped = new Promise<StopReason>((resolve) => {
    tell = resolve;
  });
  const stop = (reason: StopReason) => {
    tell?.(reason);
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  const onTimeout = () => stop('timeout');
  const timer = setTimeout(onTimeout, total);
  let silent: ReturnType<typeof setTimeout> | undefined;
  const progress = () => {
    if (silence === undefined) return;
    clearTimeout(silent);
    silent = setTimeout(onTimeout, silence);
  };
  progress();
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    stopped,
    progress,
    end() {
      clearTimeout(timer);
      clearTimeout(silent);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

export interface ExchangeOptions {
  fetch: typeof fetch;
  limit: TimeLimit;
  onHeaders: TellHeaders;
}

/**
 * One request and its whole answer. The HTTP status doesn't count: what an answer means stands in its JSON, and an
 * error page of a proxy has none. The caller races it with the limit: a browser may go on waiting.
 */
export async function exchange(url: string, init: RequestInit, { fetch, limit, onHeaders }: ExchangeOptions): Promise<Exchange> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store', signal: limit.signal });
  } catch {
    return { ok: false, reason: 'network' };
  }
  onHeaders(response.headers);
  try {
    const text = await readBoundedText(response);
    return text === null ? { ok: false, reason: 'malformed' } : { ok: true, text };
  } catch {
    return { ok: false, reason: 'malformed' };
  }
}

/**
 * Reads a body as UTF-8, as far as it is worth reading.
 * @returns `null` when it is larger than 1 MB; rejects when the connection breaks off
 */
async function readBoundedText(response: Response): Promise<string | null> {
  if (!response.body) {
    const text = await response.text();
    return text.length > BODY_LIMIT ? null : text;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > BODY_LIMIT) {
      void reader.cancel().catch(() => {}); // the rest is of no use
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
