import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { prizeCodes } from '../database/schema.ts';

/**
 * Gives the oldest free code of a level to a prize. `skip locked` lets others take the next one meanwhile; the
 * unique column is what keeps a code from being given twice.
 * @returns whether there was one
 */
export async function assignCode(transaction: Queries, level: number, prizeId: string): Promise<boolean> {
  const assigned = await transaction
    .update(prizeCodes)
    .set({ prizeId })
    .where(sql`${prizeCodes.id} = (
      select id from ${prizeCodes} where level = ${level} and prize_id is null order by id limit 1 for update skip locked
    )`)
    .returning({ id: prizeCodes.id });
  return assigned.length > 0;
}
