/** @returns `late` at the limit; a later result or rejection is ignored */
export function withTimeout<Value, Late>(promise: Promise<Value>, limitMs: number, late: Late): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, limitMs, late);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
