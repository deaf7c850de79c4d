/** Rejects once the time is over; the work continues. @param isLate asked then: `false` waits for the work */
export async function withinTime<Result>(
  work: Promise<Result>,
  limitMs: number,
  { error = () => new Error(`It took more than ${limitMs} ms.`), isLate = (): boolean => true } = {},
): Promise<Result> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => isLate() && reject(error()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(limit);
  }
}
