import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { drawChances } from '../database/schema.ts';

/** @returns the draws a user has left */
export async function chancesLeft(queries: Queries, userId: string): Promise<number> {
  const [chances] = await queries.select().from(drawChances).where(eq(drawChances.userId, userId));
  return chances?.remaining ?? 0;
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
