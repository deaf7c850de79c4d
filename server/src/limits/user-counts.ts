import { type Clock, MINUTE_MS } from '../clock.ts';
import { createTally, type Tally } from '../tally.ts';

/** What users, and teams under a name of theirs, do at present in this process. */
export interface UserCounts {
  readonly callsUnderWay: Tally;
  readonly uploadsUnderWay: Tally;
  /** Counts a call unless the last minute has had `limit` of them. @returns whether it counted */
  addCall(userId: string, limit: number): boolean;
}

/** Each process counts for itself: behind a balancer a user may do as much in each. */
export function countUsers({ real }: Pick<Clock, 'real'>): UserCounts {
  let minute = 0;
  let [before, calls] = [createTally(), createTally()];
  return {
    callsUnderWay: createTally(),
    uploadsUnderWay: createTally(),
    addCall(userId, limit) {
      const now = real();
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute) {
        before = current === minute + 1 ? calls : createTally();
        calls = createTally();
        minute = current;
      }
      // As if those of the minute before were spread evenly: no burst of twice the limit where two minutes meet.
      const left = before.of(userId) * (1 - (now % MINUTE_MS) / MINUTE_MS);
      if (calls.of(userId) + 1 + left > limit) return false;
      calls.add(userId);
      return true;
    },
  };
}
