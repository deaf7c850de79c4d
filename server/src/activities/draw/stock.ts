import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawOutcomes, prizeCodes } from '../../database/schema.ts';

export type Taken = { isVirtual: boolean; stockLeft: number | null };

/** A conditional update of the counting row. @returns `null` when sold out */
export async function takeStock(transaction: Queries, level: number): Promise<Taken | null> {
  const [taken] = await transaction
    .update(drawOutcomes)
    .set({ issued: sql`${drawOutcomes.issued} + 1` })
    .where(and(eq(drawOutcomes.level, level), or(isNull(drawOutcomes.stock), lt(drawOutcomes.issued, drawOutcomes.stock))))
    .returning({ isVirtual: drawOutcomes.isVirtual, stock: drawOutcomes.stock, issued: drawOutcomes.issued });
  if (taken === undefined) return null;
  return { isVirtual: taken.isVirtual, stockLeft: taken.stock === null ? null : taken.stock - taken.issued };
}

/** A plain read; `assignCode` decides. */
export async function hasFreeCode(queries: Queries, level: number): Promise<boolean> {
  const free = and(eq(prizeCodes.level, level), isNull(prizeCodes.prizeId));
  return (await queries.select({ id: prizeCodes.id }).from(prizeCodes).where(free).limit(1)).length > 0;
}

/**
 * Assigns the oldest free code. `skip locked` gives concurrent draws different ones; the unique column prevents giving
 * one twice. @returns whether there was one
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
