import { randomInt } from 'node:crypto';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../program/clock.ts';
import { giftCopy } from '../../edge/copy.ts';
import type { Queries } from '../../database/database.ts';
import { sqlStateOf } from '../../database/sql-state.ts';

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

/** `0.2%` of all draws; six digits, since a large prize has thousandths of a percent. */
export const shareText = (weight: number, total: number): string =>
  total === 0 ? '0%' : `${Number(((100 * weight) / total).toPrecision(6))}%`;

/** All weights 0: "thanks". */
export function rollOutcome(outcomes: readonly WeightedOutcome[]): { roll: number; total: number; level: number } {
  const total = totalWeight(outcomes);
  const roll = total > 0 ? randomInt(total) : 0;
  return { roll, total, level: selectOutcome(outcomes, roll) };
}

/** @param wonAt business time, milliseconds, as the deadline */
export const prizeDeadline = (level: number, wonAt: number): number =>
  wonAt + (isVirtualLevel(level) ? drawTerms.redeemDays : drawTerms.addressDays) * DAY_MS;

/** The prize is sold out or has no code; what the transaction has taken has to be rolled back. */
export class NoPrizeLeft extends Error {
  override name = 'NoPrizeLeft';
  readonly lacks: 'stock' | 'code';

  constructor(lacks: 'stock' | 'code') {
    super(`no ${lacks} left`);
    this.lacks = lacks;
  }
}

/** Errors of `give_prize` in `procedures/draw.sql`. */
const lacking: ReadonlyMap<string, NoPrizeLeft['lacks']> = new Map([
  ['FR001', 'stock'],
  ['FR002', 'code'],
]);

type PrizeGiven = { id: string; userId: string; level: number; now: number };

/**
 * Gives a prize, as a draw does: one of its stock and, if it is virtual, its oldest free code.
 * @param prize.now business time, milliseconds
 * @throws NoPrizeLeft
 */
export async function givePrize(transaction: Queries, { id, userId, level, now }: PrizeGiven): Promise<void> {
  const [wonAt, deadline] = [now, prizeDeadline(level, now)].map((time) => new Date(time).toISOString());
  try {
    await transaction.execute(
      sql`select give_prize(${id}, ${userId}, ${level}, ${isVirtualLevel(level)}, ${wonAt}, ${deadline})`,
    );
  } catch (error) {
    const lacks = lacking.get(sqlStateOf(error));
    throw lacks === undefined ? error : new NoPrizeLeft(lacks);
  }
}
