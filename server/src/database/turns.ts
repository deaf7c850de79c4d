/** So many wait for a turn that one more is refused at once; nothing of it was done. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

type Terms = { atOnce: number; waiting: number; waitMs: number };

/**
 * So much work at a time, the rest in line, which has an end.
 * @param terms.atOnce runs at a time
 * @param terms.waiting stands in line; more is refused with `TooManyWaiting`
 * @param terms.waitMs waits in line; then it fails as any wait for the database does (`isUnavailable`)
 */
export function inTurns({ atOnce, waiting, waitMs }: Terms): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const line = new Set<() => void>();

  function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (line.size >= waiting) return Promise.reject(new TooManyWaiting());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        line.delete(start);
        reject(Object.assign(new Error(`No turn came within ${waitMs} ms.`), { code: 'ETIMEDOUT' }));
      }, waitMs);
      line.add(start);
    });
  }

  /** Whoever is first in line takes the place over. */
  function leave(): void {
    const [next] = line;
    if (next === undefined) {
      running -= 1;
      return;
    }
    line.delete(next);
    next();
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
