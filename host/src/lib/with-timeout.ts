export const TIMED_OUT = Symbol('timed out');

/** Ignores a later result or rejection. */
export async function withTimeout<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | typeof TIMED_OUT> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(resolve, limitMs, TIMED_OUT);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
