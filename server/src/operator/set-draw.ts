import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { drawOutcomes, drawWeights } from '../database/schema.ts';
import { CommandRefused } from './command-refused.ts';
import { listDraw } from './list-draw.ts';

export type DrawChange = { level: number; weight?: number | undefined; stock?: number | null | undefined };

/**
 * Sets weights and stocks, all or none, while draws go on; every change of a weight is a version of its own.
 * @throws CommandRefused for a stock below what was issued, or an end to "thanks"
 */
export async function setDraw(queries: Queries, changes: readonly DrawChange[]): ReturnType<typeof listDraw> {
  return queries.transaction(async (transaction) => {
    // Two operators at once: one after the other.
    await transaction.select().from(drawWeights).for('update');
    for (const change of changes.toSorted((left, right) => left.level - right.level)) await setOutcome(transaction, change);
    if (changes.some(({ weight }) => weight !== undefined)) await transaction.update(drawWeights).set({ version: sql`${drawWeights.version} + 1` });
    return listDraw(transaction);
  });
}

async function setOutcome(transaction: Queries, { level, weight, stock }: DrawChange): Promise<void> {
  if (level === 0 && stock !== undefined && stock !== null) throw new CommandRefused('Level 0 is "thanks" and can\'t run out: set no stock for it.');
  if (weight !== undefined) await transaction.update(drawOutcomes).set({ weight }).where(eq(drawOutcomes.level, level));
  if (stock === undefined) return;
  const enough = stock === null ? undefined : lte(drawOutcomes.issued, stock);
  const changed = await transaction.update(drawOutcomes).set({ stock }).where(and(eq(drawOutcomes.level, level), enough)).returning({ level: drawOutcomes.level });
  if (changed.length > 0) return;
  const [outcome] = await transaction.select().from(drawOutcomes).where(eq(drawOutcomes.level, level));
  throw new CommandRefused(`Level ${level} has already issued ${outcome?.issued ?? 0}: its stock can't be ${stock}.`);
}
