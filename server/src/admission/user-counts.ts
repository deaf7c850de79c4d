import type { Clock } from '../program/clock.ts';
import { createTally } from './tally.ts';
import { countMinutes } from './count-minutes.ts';

export type UserCounts = ReturnType<typeof countUsers>;

/**
 * What users, and teams under a name of theirs, do at present in this process. Each process counts for itself: behind a
 * balancer a user may do as much in each.
 */
export const countUsers = (clock: Pick<Clock, 'real'>) => ({
  callsUnderWay: createTally(),
  uploadsUnderWay: createTally(),
  /** Counts a call unless the last minute has had `limit` of them. @returns whether it counted */
  addCall: countMinutes(clock),
});
