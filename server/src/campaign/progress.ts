import { eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { accounts, quizProgress } from '../database/schema.ts';
import type { Progress } from './question.ts';

/**
 * Reads the question a user is on and keeps every other quiz request of that user waiting until the transaction ends.
 * The lock is the account's, since at first there is no progress that could be locked.
 */
export async function lockProgress(transaction: Queries, userId: string): Promise<Progress | null> {
  await transaction.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.userId, userId)).for('update');
  const [progress] = await transaction.select().from(quizProgress).where(eq(quizProgress.userId, userId));
  return progress ?? null;
}
