import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { StoredWork } from './stored-works.ts';
import { works } from './tables.ts';

/**
 * A list by a key, then by id.
 * @param paramOf the key as SQL, of a cursor
 */
function reviewOrder(
  key: 'submittedAt' | 'lastDecision',
  descending: boolean,
  where: SQL,
  paramOf: (key: number) => unknown,
) {
  const by = (direction: typeof asc): readonly SQL[] => [direction(works[key]), direction(works.id)];
  return {
    key,
    where,
    by: by(descending ? desc : asc),
    backwards: by(descending ? asc : desc),
    /** As `WORK_CURSOR`, valid even after the work is deleted. */
    cursorOf: (work: Pick<StoredWork, 'id' | typeof key>): string => `${Number(work[key])}.${work.id}`,
    beyond(cursor: string, side: 'after' | 'before'): SQL {
      const [at = '', id = ''] = cursor.split('.');
      const operator = sql.raw((side === 'after') === descending ? '<' : '>');
      return sql`(${works[key]}, ${works.id}) ${operator} (${paramOf(Number(at))}, ${id})`;
    },
  };
}

const decided = (where: SQL) => reviewOrder('lastDecision', true, where, (key) => sql`${key}::bigint`);

const submitted = (descending: boolean, where: SQL) =>
  reviewOrder('submittedAt', descending, where, (key) => sql.param(new Date(key), works.submittedAt));

export const reviewOrders = {
  pending: submitted(false, eq(works.status, workStatus.pending)),
  all: submitted(true, sql`true`),
  decided: decided(ne(works.status, workStatus.pending)),
  approved: decided(eq(works.status, workStatus.approved)),
  rejected: decided(eq(works.status, workStatus.rejected)),
} as const;
