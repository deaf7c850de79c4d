import { sql } from 'drizzle-orm';
import { Refused } from '../commands/refused.ts';
import { type Queries, sqlStateOf } from '../database/database.ts';
import { giftName, isVirtualLevel, prizeDeadline } from './prize-levels.ts';

/** Errors of `give_prize` in `procedures/draw.sql`, and what to do. */
const lacking: ReadonlyMap<string, (level: number) => string> = new Map([
  ['FR001', (level) => `is sold out. Raise its stock first: draw set ${level} --stock <n>.`],
  ['FR002', (level) => `has no code left. Add some first: draw import-codes ${level} <file.csv>.`],
]);

type PrizeGiven = { id: string; userId: string; level: number; now: number };

/**
 * Gives a prize, as a draw does: one of its stock and, if it is virtual, its oldest free code.
 * @param prize.now business time, milliseconds
 * @throws Refused when it is sold out or has no code; what the transaction has taken has to be rolled back
 */
export async function givePrize(transaction: Queries, { id, userId, level, now }: PrizeGiven): Promise<void> {
  const [wonAt, deadline] = [now, prizeDeadline(level, now)].map((time) => new Date(time).toISOString());
  try {
    await transaction.execute(
      sql`select give_prize(${id}, ${userId}, ${level}, ${isVirtualLevel(level)}, ${wonAt}, ${deadline})`,
    );
  } catch (error) {
    const why = lacking.get(sqlStateOf(error));
    if (why === undefined) throw error;
    throw new Refused([{ kind: 'soldOut', text: `Level ${level} (${giftName(level)}) ${why(level)}` }]);
  }
}
