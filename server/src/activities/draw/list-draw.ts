import { asc, getTableColumns, gt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { number, optionalNumber, text, warnings } from '../../commands/fields.ts';
import type { Queries } from '../../database/database.ts';
import { type Clock, DAY_MS } from '../../program/clock.ts';
import { giftName } from '../../prizes/prize-levels.ts';
import { drawOutcomes } from '../../prizes/tables.ts';
import { shareText, totalWeight } from './outcomes.ts';
import { drawAudit, drawWeightsVersion } from './tables.ts';

/** `share`: of all draws, in percent. `codesLeft`: unassigned codes; `null` for shipped prizes. */
export const listedOutcome = {
  level: number,
  weight: number,
  share: text,
  stock: optionalNumber,
  issued: number,
  codesLeft: optionalNumber,
  isVirtual: v.boolean(),
  giftName: text,
};
export const listedDraw = v.object({
  weightsVersion: number,
  outcomes: v.array(v.object(listedOutcome)),
  warnings,
});
export type ListedDraw = v.InferOutput<typeof listedDraw>;

const freeCodes = sql<number | null>`case when is_virtual then (
  select count(*)::integer from prize_codes where prize_codes.level = draw_outcomes.level and prize_id is null) end`;

type Planned = Readonly<Record<number, { weight: number; stock: number | null }>>;

/** @param planned weights and stock by level that would be; else those in force */
export async function listDraw(queries: Queries, planned: Planned = {}): Promise<ListedDraw> {
  const inForce = await queries
    .select({ ...getTableColumns(drawOutcomes), codesLeft: freeCodes })
    .from(drawOutcomes)
    .orderBy(asc(drawOutcomes.level));
  const [weights] = await queries.select().from(drawWeightsVersion);
  const stored = inForce.map((outcome) => ({ ...outcome, ...planned[outcome.level] }));
  const total = totalWeight(stored);
  const outcomes = stored.map((outcome) => ({
    ...outcome,
    giftName: giftName(outcome.level),
    share: shareText(outcome.weight, total),
  }));
  return { weightsVersion: weights?.version ?? 0, outcomes, warnings: warningsOf(outcomes) };
}

export const countDrawsInDay = (queries: Queries, clock: Clock): Promise<number> =>
  queries.$count(drawAudit, gt(drawAudit.businessAt, new Date(clock.business() - DAY_MS)));

type Supply = Pick<ListedDraw['outcomes'][number], 'stock' | 'issued' | 'codesLeft'>;

/** What can still be won: of the stock, and of the codes; `null`: no end. */
export function leftOf({ stock, issued, codesLeft }: Supply): number | null {
  const left = Math.min(stock === null ? Infinity : stock - issued, codesLeft ?? Infinity);
  return left === Infinity ? null : left;
}

/** How many so many draws give, on average; three digits. */
export function perDay({ weight, ...supply }: Supply & { weight: number }, total: number, draws: number): number {
  const hit = total === 0 ? 0 : (draws * weight) / total;
  return Number(Math.min(hit, leftOf(supply) ?? Infinity).toPrecision(3));
}

/** What the draw promises and can't give. */
function warningsOf(outcomes: ListedDraw['outcomes']): string[] {
  if (outcomes.every(({ weight }) => weight === 0))
    return ['every weight is 0: each draw comes out as "thanks", and still uses up a chance.'];
  return outcomes.flatMap(({ level, giftName: gift, weight, stock, issued, codesLeft }) => {
    if (weight === 0 || codesLeft === null) return [];
    const left = stock === null ? null : stock - issued;
    if (left !== null && left <= codesLeft) return [];
    const promised = left === null ? 'its stock has no end' : `its stock lets ${left} more be won`;
    const then = codesLeft === 0 ? 'whoever hits it gets "thanks"' : `after those, whoever hits it gets "thanks"`;
    return [`level ${level} (${gift}): ${promised}, and ${codesLeft} codes are at hand: ${then}.`];
  });
}
