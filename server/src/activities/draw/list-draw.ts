import { asc, count, isNull } from 'drizzle-orm';
import { shareText } from '../../configuration/draw-to-confirm.ts';
import type { Queries } from '../../database/database.ts';
import type { ListedDraw } from './draw-protocol.ts';
import { giftName, totalWeight } from './outcomes.ts';
import { drawOutcomes, drawWeightsVersion, prizeCodes } from './tables.ts';

export async function listDraw(queries: Queries): Promise<ListedDraw> {
  const outcomes = await queries.select().from(drawOutcomes).orderBy(asc(drawOutcomes.level));
  const [weights] = await queries.select().from(drawWeightsVersion);
  const free = await queries
    .select({ level: prizeCodes.level, left: count() })
    .from(prizeCodes)
    .where(isNull(prizeCodes.prizeId))
    .groupBy(prizeCodes.level);
  const total = totalWeight(outcomes);
  return {
    weightsVersion: weights?.version ?? 0,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      giftName: giftName(outcome.level),
      share: shareText(outcome.weight, total),
      codesLeft: outcome.isVirtual ? (free.find(({ level }) => level === outcome.level)?.left ?? 0) : null,
    })),
  };
}
