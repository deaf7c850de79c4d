type StopReason = 'timeout' | 'aborted';

export type Exchange =
  | { ok: true; text: string; headers: Pick<Headers, 'get'> }
  | { ok: false; reason: StopReason | 'network' | 'malformed' };

/** Largest answer, bytes. */
export const BODY_LIMIT = 1024 * 1024;

export type TimeLimit = {
  signal: AbortSignal;
  /** Resets the inactivity timer. */
  progress(): void;
};

/**
 * `AbortSignal.timeout` and `.any`, which some web views lack.
 * @param limits milliseconds in total, and without progress
 * @returns why it stopped waiting, also for a browser that ignores the abort; else what `run` returns
 */
export async function withinLimit<Result>(
  { total, silence = total }: { total: number; silence?: number },
  run: (limit: TimeLimit) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result | StopReason> {
  if (outer?.aborted) return 'aborted';
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inactivity: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const onTimeout = () => resolve('timeout');
      const progress = () => {
        clearTimeout(inactivity);
        inactivity = setTimeout(onTimeout, silence);
      };
      progress();
      timer = setTimeout(onTimeout, total);
      outer?.addEventListener('abort', () => resolve('aborted'), { signal });
      run({ signal, progress }).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    clearTimeout(inactivity);
    controller.abort();
  }
}

/** Ignores the HTTP status: the JSON has the result. */
export async function exchange(url: string, init: RequestInit, fetch: typeof globalThis.fetch): Promise<Exchange> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' });
  } catch {
    return { ok: false, reason: 'network' };
  }
  const text = await readBoundedText(response).catch(() => null);
  return text === null ? { ok: false, reason: 'malformed' } : { ok: true, text, headers: response.headers };
}

/** @returns UTF-8, `null` above `BODY_LIMIT`; rejects when the connection breaks */
async function readBoundedText({ body }: Response): Promise<string | null> {
  if (!body) return '';
  const reader = body.getReader();
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
