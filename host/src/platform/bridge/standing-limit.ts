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
