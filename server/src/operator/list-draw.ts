import { asc, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { drawOutcomes, drawWeights, prizeCodes } from '../database/schema.ts';
import { giftName } from '../draw/levels.ts';

export type ListedOutcome = {
  level: number;
  giftName: string;
  isVirtual: boolean;
  weight: number;
  stock: number | null;
  issued: number;
  /** Codes not given yet; `null` where none are needed. */
  codesLeft: number | null;
};

/** The draw as it stands: weights, stocks, and codes left. */
export async function listDraw(queries: Queries): Promise<{ weightsVersion: number; outcomes: ListedOutcome[] }> {
  const outcomes = await queries.select().from(drawOutcomes).orderBy(asc(drawOutcomes.level));
  const [weights] = await queries.select().from(drawWeights);
  const free = await queries
    .select({ level: prizeCodes.level, left: sql`count(*)`.mapWith(Number) })
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
