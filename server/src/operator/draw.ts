import { and, asc, count, eq, isNull, lte, sql } from 'drizzle-orm';
import { giftName } from '../activities/draw/outcomes.ts';
import type { Queries } from '../database/database.ts';
import { drawOutcomes, drawWeights, prizeCodes } from '../database/schema.ts';
import { type CommandHandler, CommandRefused, type ListedDraw, type ParsedRequest } from './protocol.ts';

export async function listDraw(queries: Queries): Promise<ListedDraw> {
  const outcomes = await queries.select().from(drawOutcomes).orderBy(asc(drawOutcomes.level));
  const [weights] = await queries.select().from(drawWeights);
  const free = await queries
    .select({ level: prizeCodes.level, left: count() })
    .from(prizeCodes)
    .where(isNull(prizeCodes.prizeId))
    .groupBy(prizeCodes.level);
  return {
    weightsVersion: weights?.version ?? 0,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      giftName: giftName(outcome.level),
      codesLeft: outcome.isVirtual ? (free.find(({ level }) => level === outcome.level)?.left ?? 0) : null,
    })),
  };
}

/** Sets weights and stocks, all or none. Changed weights get a new version. Refused for a stock below the issued count, or of "thanks". */
export const setDraw: CommandHandler<'draw.set'> = ({ changes }, { queries }) =>
  queries.transaction(async (transaction) => {
    // Serializes operators.
    await transaction.select().from(drawWeights).for('update');
    for (const change of changes.toSorted((left, right) => left.level - right.level)) await setOutcome(transaction, change);
    if (changes.some(({ weight }) => weight !== undefined)) await transaction.update(drawWeights).set({ version: sql`${drawWeights.version} + 1` });
    return listDraw(transaction);
  });

async function setOutcome(transaction: Queries, { level, weight, stock }: ParsedRequest<'draw.set'>['changes'][number]): Promise<void> {
  if (level === 0 && stock !== undefined && stock !== null) throw new CommandRefused('Level 0 is "thanks" and can\'t run out: set no stock for it.');
  if (weight !== undefined) await transaction.update(drawOutcomes).set({ weight }).where(eq(drawOutcomes.level, level));
  if (stock === undefined) return;
  const enough = stock === null ? undefined : lte(drawOutcomes.issued, stock);
  const changed = await transaction.update(drawOutcomes).set({ stock }).where(and(eq(drawOutcomes.level, level), enough)).returning({ level: drawOutcomes.level });
  if (changed.length > 0) return;
  const [outcome] = await transaction.select().from(drawOutcomes).where(eq(drawOutcomes.level, level));
  throw new CommandRefused(`Level ${level} has already issued ${outcome?.issued ?? 0}: its stock can't be ${stock}.`);
}
