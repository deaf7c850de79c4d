export const TIMED_OUT = Symbol('timed out');

/**
 * Waits for a promise, but not longer than `limitMs`. What arrives later is dropped: nobody holds on to it, and a
 * late rejection is not an unhandled one.
 */
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

/** A limit whose time can stand still. It is over once it has run for its whole length. */
export interface StandingLimit {
  run(): void;
  pause(): void;
}

/**
 * @param limitMs how long it runs in all, milliseconds
 * @param expire called once, when it is over
 */
export function createStandingLimit(limitMs: number, expire: () => void, monotonic: () => number): StandingLimit {
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
