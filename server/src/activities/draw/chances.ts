import type { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { drawChances } from '../../database/schema.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { hasReport } from '../report/reports.ts';

/** `everHad`: ever had a draw; `hasReport`: sharing the report can add one. */
export async function getSurplusNum({ household: { account, fridges } }: VerifiedCall<typeof drawCalls.getSurplusNum>, { queries }: Services): Promise<{ surplusNum: number; everHad: boolean; hasReport: boolean }> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, account.userId));
  return { surplusNum: chances?.remaining ?? 0, everHad: chances !== undefined, hasReport: await hasReport(queries, fridges) };
}

export async function chancesLeft(queries: Queries, userId: string): Promise<number> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  return chances?.remaining ?? 0;
}

/** Serializes a user's draws until the transaction ends. @returns the draws left, `null` if there never was one */
export async function lockChances(transaction: Queries, userId: string): Promise<number | null> {
  const [chances] = await transaction.select().from(drawChances).where(eq(drawChances.userId, userId)).for('update');
  return chances?.remaining ?? null;
}

export async function addChances(queries: Queries, userId: string, added: number): Promise<number> {
  const [chances] = await queries
    .insert(drawChances)
    .values({ userId, remaining: added })
    .onConflictDoUpdate({ target: drawChances.userId, set: { remaining: sql`${drawChances.remaining} + ${added}` } })
    .returning({ remaining: drawChances.remaining });
  return chances?.remaining ?? 0;
}
