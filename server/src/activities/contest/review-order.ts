import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { beyond, cursorOf } from '../../commands/parts.ts';
import { works } from './tables.ts';

type Place = Pick<typeof works.$inferSelect, 'id' | 'submittedAt' | 'lastDecision'>;

/** A list of works by a key, then by id. */
function reviewOrder(key: 'submittedAt' | 'lastDecision', descending: boolean, where: SQL) {
  const by = (direction: typeof asc): readonly SQL[] => [direction(works[key]), direction(works.id)];
  return {
    key,
    where,
    by: by(descending ? desc : asc),
    backwards: by(descending ? asc : desc),
    cursorOf: (work: Place): string => cursorOf(work[key], work.id),
    beyond: (cursor: string | undefined, side: 'after' | 'before') =>
      beyond(cursor, works[key], works.id, (side === 'after') === descending ? '<' : '>'),
  };
}

export const reviewOrders = {
  pending: reviewOrder('submittedAt', false, eq(works.status, workStatus.pending)),
  all: reviewOrder('submittedAt', true, sql`true`),
  decided: reviewOrder('lastDecision', true, ne(works.status, workStatus.pending)),
  approved: reviewOrder('lastDecision', true, eq(works.status, workStatus.approved)),
  rejected: reviewOrder('lastDecision', true, eq(works.status, workStatus.rejected)),
} as const;
