import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../../program/clock.ts';
import { Refused } from '../../commands/refused.ts';
import type { Context } from '../../commands/table.ts';
import { reviewOrders } from './review-order.ts';
import { workClaims, works } from './tables.ts';

/** Longer than a look at a work takes. */
const CLAIM_MS = 5 * MINUTE_MS;

/**
 * Gives a reviewer a pending work: the one that is named, or the one that waits the longest of those that no other
 * looks at, else of all. A claim keeps nobody from deciding.
 * @returns its id; `null` where none waits
 */
export const claimWork = (asked: string | undefined, { transact, clock, by }: Context) =>
  transact(async (transaction) => {
    const now = clock.real();
    // One at a time: the next sees what this one took.
    await transaction.execute(sql`lock table ${workClaims} in share row exclusive mode`);
    const others = and(ne(workClaims.reviewer, by), gt(workClaims.until, new Date(now)));
    const taken = transaction.select({ id: workClaims.workId }).from(workClaims).where(others);
    const order = reviewOrders.pending;
    const isTaken = inArray(works.id, taken);
    const [work] = await transaction
      .select({ id: works.id })
      .from(works)
      .where(and(order.where, asked === undefined ? undefined : eq(works.id, asked)))
      .orderBy(sql`${isTaken}`, ...order.by)
      .limit(1);
    if (work === undefined && asked !== undefined) throw new Refused(`Work ${asked} isn't pending.`);
    if (work === undefined) return { id: null };
    const claim = { workId: work.id, reviewer: by, until: new Date(now + CLAIM_MS) };
    await transaction.delete(workClaims).where(eq(workClaims.reviewer, by));
    await transaction.insert(workClaims).values(claim).onConflictDoUpdate({ target: workClaims.workId, set: claim });
    return work;
  });
