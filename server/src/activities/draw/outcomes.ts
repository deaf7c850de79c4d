import { randomInt } from 'node:crypto';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { DAY_MS } from '../../clock.ts';
import { giftCopy } from '../../copy.ts';
import type { Queries } from '../../database/database.ts';
import { drawOutcomes, drawPrizes, prizeCodes } from '../../database/schema.ts';

export const { prizeLevels } = drawTerms;

const virtualLevels: ReadonlySet<number> = new Set([3, 5, 6]);

/** Virtual prizes are cards and vouchers (copy deck, section 4.2). */
export function isVirtualLevel(level: number | null): boolean {
  return level !== null && virtualLevels.has(level);
}

export function giftName(level: number | null): string {
  const known = prizeLevels.find((each) => each === level);
  return known === undefined ? giftCopy['draw.gift.none'] : giftCopy[`draw.gift.${known}` as const];
}

/** `level` 0: "thanks". */
export type WeightedOutcome = { level: number; weight: number };

export function totalWeight(outcomes: readonly WeightedOutcome[]): number {
  return outcomes.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Outcomes by level, each as wide as its weight.
 * @param roll an integer from 0, below the sum of the weights
 */
export function selectOutcome(outcomes: readonly WeightedOutcome[], roll: number): number {
  let end = 0;
  for (const { level, weight } of outcomes.toSorted((left, right) => left.level - right.level)) {
    end += weight;
    if (roll < end) return level;
  }
  return 0;
}

/** All weights 0: "thanks". */
export function rollOutcome(outcomes: readonly WeightedOutcome[]): { roll: number; total: number; level: number } {
  const total = totalWeight(outcomes);
  const roll = total > 0 ? randomInt(total) : 0;
  return { roll, total, level: selectOutcome(outcomes, roll) };
}

/** The prize is sold out or has no code; what the transaction has taken has to be rolled back. */
export class NoPrizeLeft extends Error {
  override name = 'NoPrizeLeft';
  readonly lacks: 'stock' | 'code';

  constructor(lacks: 'stock' | 'code') {
    super(`no ${lacks} left`);
    this.lacks = lacks;
  }
}

type PrizeGiven = { id: string; userId: string; level: number; now: number };

/**
 * Gives a prize: takes one of its stock by a conditional update of the counting row and, if it is virtual, its oldest
 * free code. `skip locked` gives concurrent draws different codes; the unique column prevents giving one twice.
 * @param prize.now business time, milliseconds
 * @returns the stock left, `null` if unlimited
 * @throws NoPrizeLeft
 */
export async function givePrize(transaction: Queries, { id, userId, level, now }: PrizeGiven): Promise<number | null> {
  const [taken] = await transaction
    .update(drawOutcomes)
    .set({ issued: sql`${drawOutcomes.issued} + 1` })
    .where(
      and(eq(drawOutcomes.level, level), or(isNull(drawOutcomes.stock), lt(drawOutcomes.issued, drawOutcomes.stock))),
    )
    .returning({ stock: drawOutcomes.stock, issued: drawOutcomes.issued });
  if (taken === undefined) throw new NoPrizeLeft('stock');

  const isVirtual = isVirtualLevel(level);
  const days = isVirtual ? drawTerms.redeemDays : drawTerms.addressDays;
  await transaction
    .insert(drawPrizes)
    .values({ id, userId, level, isVirtual, wonAt: new Date(now), deadline: new Date(now + days * DAY_MS) });
  if (isVirtual) {
    const assigned = await transaction
      .update(prizeCodes)
      .set({ prizeId: id })
      .where(sql`${prizeCodes.id} = (
        select id from ${prizeCodes} where level = ${level} and prize_id is null order by id limit 1 for update skip locked
      )`)
      .returning({ id: prizeCodes.id });
    if (assigned.length === 0) throw new NoPrizeLeft('code');
  }
  return taken.stock === null ? null : taken.stock - taken.issued;
}

/** A plain read; `givePrize` decides. */
export async function hasFreeCode(queries: Queries, level: number): Promise<boolean> {
  const free = and(eq(prizeCodes.level, level), isNull(prizeCodes.prizeId));
  return (await queries.select({ id: prizeCodes.id }).from(prizeCodes).where(free).limit(1)).length > 0;
}
