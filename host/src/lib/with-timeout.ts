export const TIMED_OUT = Symbol('timed out');

/** Ignores a later result or rejection. */
export async function withTimeout<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | typeof TIMED_OUT> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), limitMs);
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export interface PausableTimer {
  run(): void;
  pause(): void;
}

/**
 * @param limitMs running time without pauses, milliseconds
 * @param expire called once
 */
export function createPausableTimer(limitMs: number, expire: () => void, monotonic: () => number): PausableTimer {
  let left = limitMs;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run() {
      if (timer !== undefined) return;
      since = monotonic();
      timer = setTimeout(expire, left);
    },
    pause() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left = Math.max(0, left - (monotonic() - since));
    },
  };
}
