import { asc, eq, sql } from 'drizzle-orm';
import { askedTogether, preparedOnce, rowsByKey } from '../database/batches.ts';
import type { Queries } from '../database/database.ts';
import { accounts, fridges, homes } from '../households/tables.ts';

export type Account = typeof accounts.$inferSelect;
type FridgeRow = typeof fridges.$inferSelect;

export type OwnedHousehold = { account: Account; homeIds: readonly string[]; fridges: readonly FridgeRow[] };

/** @returns `null` when there is no such user */
export async function findHousehold(queries: Queries, userId: string): Promise<OwnedHousehold | null> {
  // PostgreSQL would refuse it, and those that are asked for with it.
  return userId.includes('\0') ? null : askForHousehold(queries, userId);
}

const askForHousehold = askedTogether('households', findHouseholds);

/** @returns one for each id, in their order */
async function findHouseholds(queries: Queries, userIds: readonly string[]): Promise<(OwnedHousehold | null)[]> {
  const rows = await householdRows(queries).execute({ userIds });
  return rowsByKey(userIds, rows, ({ account }) => account.userId).map((own) => {
    const [first] = own;
    if (first === undefined) return null;
    return {
      account: first.account,
      homeIds: [...new Set(own.flatMap(({ homeId }) => homeId ?? []))],
      fridges: own.flatMap(({ fridge }) => fridge ?? []),
    };
  });
}

const householdRows = preparedOnce((queries) =>
  queries
    .select({ account: accounts, homeId: homes.homeId, fridge: fridges })
    .from(accounts)
    .leftJoin(homes, eq(homes.userId, accounts.userId))
    .leftJoin(fridges, eq(fridges.homeId, homes.homeId))
    .where(sql`${accounts.userId} = any(${sql.placeholder('userIds')}::text[])`)
    .orderBy(asc(homes.homeId), asc(fridges.fridgeId))
    .prepare(''),
);
