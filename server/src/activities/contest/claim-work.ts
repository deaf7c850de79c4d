import { and, eq, gt, ne, notInArray, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../../program/clock.ts';
import { Refused } from '../../commands/refused.ts';
import type { Context } from '../../commands/table.ts';
import { countPending } from './listed-work.ts';
import { reviewOrders } from './review-order.ts';
import { workClaims, works } from './tables.ts';

/** Longer than a look at a work takes. */
const CLAIM_MS = 5 * MINUTE_MS;

/**
 * Gives a reviewer a pending work: the one that is named, or the one that waits the longest of those that no other
 * looks at. A claim keeps nobody from deciding.
 * @returns its id, `null` where none waits or others look at all; and how many are pending
 */
export const claimWork = (asked: string | undefined, { transact, clock, by }: Context) =>
  transact(async (transaction) => {
    const now = clock.real();
    // One at a time: the next sees what this one took.
    await transaction.execute(sql`lock table ${workClaims} in share row exclusive mode`);
    const others = and(ne(workClaims.reviewer, by), gt(workClaims.until, new Date(now)));
    const taken = transaction.select({ id: workClaims.workId }).from(workClaims).where(others);
    const order = reviewOrders.pending;
    const [work] = await transaction
      .select({ id: works.id })
      .from(works)
      .where(and(order.where, asked === undefined ? notInArray(works.id, taken) : eq(works.id, asked)))
      .orderBy(...order.by)
      .limit(1);
    if (work === undefined && asked !== undefined) throw new Refused(`Work ${asked} isn't pending.`);
    const pending = await countPending(transaction);
    if (work === undefined) return { id: null, pending };
    const claim = { workId: work.id, reviewer: by, until: new Date(now + CLAIM_MS) };
    await transaction.delete(workClaims).where(eq(workClaims.reviewer, by));
    await transaction.insert(workClaims).values(claim).onConflictDoUpdate({ target: workClaims.workId, set: claim });
    return { ...work, pending };
  });
