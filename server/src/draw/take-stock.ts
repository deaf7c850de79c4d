import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { drawOutcomes } from '../database/schema.ts';

/** @property stockLeft after this one; `null`: without end */
export type Taken = { isVirtual: boolean; stockLeft: number | null };

/** Takes one of a level; the row that counts it decides. @returns `null` when it's sold out */
export async function takeStock(transaction: Queries, level: number): Promise<Taken | null> {
  const [taken] = await transaction
    .update(drawOutcomes)
    .set({ issued: sql`${drawOutcomes.issued} + 1` })
    .where(and(eq(drawOutcomes.level, level), or(isNull(drawOutcomes.stock), lt(drawOutcomes.issued, drawOutcomes.stock))))
    .returning({ isVirtual: drawOutcomes.isVirtual, stock: drawOutcomes.stock, issued: drawOutcomes.issued });
  if (taken === undefined) return null;
  return { isVirtual: taken.isVirtual, stockLeft: taken.stock === null ? null : taken.stock - taken.issued };
}
