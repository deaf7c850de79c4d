import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { accounts, fridges, homes } from '../database/schema.ts';

export type Account = typeof accounts.$inferSelect;
export type FridgeRow = typeof fridges.$inferSelect;

/** A user with everything that is theirs. */
export type Household = { account: Account; homeIds: readonly string[]; fridges: readonly FridgeRow[] };

/** @returns `null` when there is no such user */
export async function findHousehold(queries: Queries, userId: string): Promise<Household | null> {
  const rows = await queries
    .select({ account: accounts, homeId: homes.homeId, fridge: fridges })
    .from(accounts)
    .leftJoin(homes, eq(homes.userId, accounts.userId))
    .leftJoin(fridges, eq(fridges.homeId, homes.homeId))
    .where(eq(accounts.userId, userId))
    .orderBy(asc(homes.homeId), asc(fridges.fridgeId));
  const [first] = rows;
  if (first === undefined) return null;
  return {
    account: first.account,
    homeIds: [...new Set(rows.flatMap(({ homeId }) => homeId ?? []))],
    fridges: rows.flatMap(({ fridge }) => fridge ?? []),
  };
}
