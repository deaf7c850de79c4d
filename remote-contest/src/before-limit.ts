/** @returns `null` after the limit; `discard` gets what arrives later */
export async function beforeLimit<Result>(
  pending: Promise<Result>,
  limitMs: number,
  discard: (late: Result) => void = () => {},
): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
      void pending.then(discard, () => {});
    }, limitMs);
  });
  try {
    return await Promise.race([pending, limit]);
  } finally {
    clearTimeout(timer);
  }
}
