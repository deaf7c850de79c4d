import type { Clock } from '../program/clock.ts';
import { createTally, type Tally } from './tally.ts';
import { countMinutes } from './count-minutes.ts';

/** What users, and teams under a name of theirs, do at present in this process. */
export interface UserCounts {
  readonly callsUnderWay: Tally;
  readonly uploadsUnderWay: Tally;
  /** Counts a call unless the last minute has had `limit` of them. @returns whether it counted */
  addCall(userId: string, limit: number): boolean;
}

/** Each process counts for itself: behind a balancer a user may do as much in each. */
export const countUsers = (clock: Pick<Clock, 'real'>): UserCounts => ({
  callsUnderWay: createTally(),
  uploadsUnderWay: createTally(),
  addCall: countMinutes(clock),
});
