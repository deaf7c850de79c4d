import { NoTurn, TooManyWaiting } from '../database/database.ts';

/**
 * Limits concurrent work, with a bounded queue.
 * @param terms.waiting queue length; above it `TooManyWaiting`
 * @param terms.waitMs longest wait, then `NoTurn`
 */
export function createBoundedQueue({
  name,
  atOnce,
  waiting,
  waitMs,
}: {
  name: string;
  atOnce: number;
  waiting: number;
  waitMs: number;
}): {
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  load: () => { running: number; waiting: number };
} {
  let free = atOnce;
  const line = new Set<() => void>();
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      if (line.size >= waiting) return reject(new TooManyWaiting(name));
      const start = () => {
        clearTimeout(limit);
        line.delete(start);
        resolve();
      };
      const limit = setTimeout(() => {
        line.delete(start);
        reject(new NoTurn());
      }, waitMs);
      line.add(start);
    });

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        const [next] = line;
        if (next === undefined) free += 1;
        else next();
      }
    },
    load: () => ({ running: atOnce - free, waiting: line.size }),
  };
}
