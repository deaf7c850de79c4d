export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

type Terms = { atOnce: number; waiting: number; waitMs: number };

/**
 * Limits concurrent work, with a bounded queue.
 * @param terms.atOnce concurrent runs
 * @param terms.waiting queue length; above it `TooManyWaiting`
 * @param terms.waitMs longest wait, then an error that `isUnavailable` recognizes
 */
export function createTransactionQueue({ atOnce, waiting, waitMs }: Terms): <Result>(work: () => Promise<Result>) => Promise<Result> {
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
