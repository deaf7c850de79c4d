type StopReason = 'timeout' | 'aborted';

export type Exchange = { ok: true; text: string } | { ok: false; reason: StopReason | 'network' | 'malformed' };

/** Largest answer, bytes. */
export const BODY_LIMIT = 1024 * 1024;

export type OnHeaders = (headers: { get(name: string): string | null }) => void;

export type TimeLimit = ReturnType<typeof startTimeLimit>;

/**
 * `AbortSignal.timeout` and `.any`, which some web views lack.
 * @param limits milliseconds in total, and without progress
 */
export function startTimeLimit({ total, silence }: { total: number; silence?: number }, outer?: AbortSignal) {
  const controller = new AbortController();
  let settle: ((reason: StopReason) => void) | undefined;
  const stopped = new Promise<StopReason>((resolve) => {
    settle = resolve;
  });
  const stop = (reason: StopReason) => {
    settle?.(reason);
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  const onTimeout = () => stop('timeout');
  const timer = setTimeout(onTimeout, total);
  let inactivity: ReturnType<typeof setTimeout> | undefined;
  const progress = () => {
    if (silence === undefined) return;
    clearTimeout(inactivity);
    inactivity = setTimeout(onTimeout, silence);
  };
  progress();
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort);
  return {
    signal: controller.signal,
    stopped,
    /** Resets the inactivity timer. */
    progress,
    end() {
      clearTimeout(timer);
      clearTimeout(inactivity);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

/** Ignores the HTTP status: the JSON has the result. Callers race it with the limit: a browser may ignore the abort. */
export async function exchange(
  url: string,
  init: RequestInit,
  {
    fetch,
    limit,
    onHeaders,
  }: {
    fetch: typeof globalThis.fetch;
    limit: TimeLimit;
    onHeaders?: OnHeaders;
  },
): Promise<Exchange> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store', signal: limit.signal });
  } catch {
    return { ok: false, reason: 'network' };
  }
  onHeaders?.(response.headers);
  const text = await readBoundedText(response).catch(() => null);
  return text === null ? { ok: false, reason: 'malformed' } : { ok: true, text };
}

/** @returns UTF-8, `null` above `BODY_LIMIT`; rejects when the connection breaks */
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
      void reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
