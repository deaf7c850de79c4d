import type { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawChances } from '../../database/schema.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { hasReport } from '../report/reports.ts';

/** The draws left, whether there ever was one, and whether sharing the report can add one. */
export async function getSurplusNum({ household: { account, fridges } }: VerifiedCall<typeof drawCalls.getSurplusNum>, { queries }: Services): Promise<{ surplusNum: number; everHad: boolean; hasReport: boolean }> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, account.userId));
  return { surplusNum: chances?.remaining ?? 0, everHad: chances !== undefined, hasReport: await hasReport(queries, fridges) };
}

/** @returns the draws a user has left */
export async function chancesLeft(queries: Queries, userId: string): Promise<number> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  return chances?.remaining ?? 0;
}

/**
 * Other draws of the user wait here until the transaction ends, so each sees what the one before left.
 * @returns the draws left, `null` where none was ever given
 */
export async function lockChances(transaction: Queries, userId: string): Promise<number | null> {
  const [chances] = await transaction.select().from(drawChances).where(eq(drawChances.userId, userId)).for('update');
  return chances?.remaining ?? null;
}

/** @returns the draws left with the added ones */
export async function addChances(queries: Queries, userId: string, added: number): Promise<number> {
  const [chances] = await queries
    .insert(drawChances)
    .values({ userId, remaining: added })
    .onConflictDoUpdate({ target: drawChances.userId, set: { remaining: sql`${drawChances.remaining} + ${added}` } })
    .returning({ remaining: drawChances.remaining });
  return chances?.remaining ?? 0;
}
