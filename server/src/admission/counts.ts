import { type Clock, MINUTE_MS } from '../program/clock.ts';

/** Counts by key. Keys at zero use no memory. */
export function createTally() {
  const counts = new Map<string, number>();
  const tally = {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string): number {
      const count = tally.of(key) + 1;
      counts.set(key, count);
      return count;
    },
    remove(key: string): void {
      const left = tally.of(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    /** Counts a key while work runs. @throws what `tooMany` makes, when as many as `most` run */
    async during<Result>(
      key: string,
      most: number,
      tooMany: () => Error,
      work: () => Promise<Result>,
    ): Promise<Result> {
      if (tally.of(key) >= most) throw tooMany();
      tally.add(key);
      try {
        return await work();
      } finally {
        tally.remove(key);
      }
    },
  };
  return tally;
}

/** Keys of a minute; beyond it the minute ends early, so that a flood of addresses costs little memory. */
const MOST_KEYS = 50_000;

/**
 * Counts what happens in a minute, by key.
 * @returns counts `times` for a key, unless more than `limit` would be of the last minute; tells whether it counted
 */
export function countMinutes({ real }: Pick<Clock, 'real'>): (key: string, limit: number, times?: number) => boolean {
  let minute = 0;
  let before: ReadonlyMap<string, number> = new Map();
  let counts = new Map<string, number>();
  return (key, limit, times = 1) => {
    const now = real();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute || counts.size >= MOST_KEYS) {
      before = current - minute <= 1 && current >= minute ? counts : new Map();
      counts = new Map();
      minute = current;
    }
    const count = (counts.get(key) ?? 0) + times;
    // As if those of the minute before were spread evenly: no burst of twice the limit where two minutes meet.
    if (count + (before.get(key) ?? 0) * (1 - (now % MINUTE_MS) / MINUTE_MS) > limit) return false;
    counts.set(key, count);
    return true;
  };
}

export type UserCounts = ReturnType<typeof countUsers>;

/**
 * What users, teams under a name of theirs, and addresses do at present in this process. Each process counts for
 * itself: behind a balancer a user may do as much in each.
 */
export const countUsers = (clock: Pick<Clock, 'real'>) => ({
  callsUnderWay: createTally(),
  uploadsUnderWay: createTally(),
  /** Counts a call unless the last minute has had `limit` of them. @returns whether it counted */
  addCall: countMinutes(clock),
  /** The same by address. */
  addRequest: countMinutes(clock),
  addEvents: countMinutes(clock),
});
