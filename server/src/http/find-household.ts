import { asc, eq, sql } from 'drizzle-orm';
import { createBatches } from '../database/batches.ts';
import type { Queries } from '../database/database.ts';
import { preparedOnce } from '../database/prepared-once.ts';
import { accounts, fridges, homes } from '../database/schema.ts';

export type Account = typeof accounts.$inferSelect;
type FridgeRow = typeof fridges.$inferSelect;

export type OwnedHousehold = { account: Account; homeIds: readonly string[]; fridges: readonly FridgeRow[] };

/** @returns `null` when there is no such user */
export async function findHousehold(queries: Queries, userId: string): Promise<OwnedHousehold | null> {
  const [household] = await findHouseholds(queries, [userId]);
  return household ?? null;
}

/** For calls: those that come together are answered by one statement. */
export interface Households {
  /** @returns `null` when there is no such user */
  find(userId: string): Promise<OwnedHousehold | null>;
}

export function createHouseholds(queries: Queries): Households {
  return { find: createBatches((userIds: readonly string[]) => findHouseholds(queries, userIds), BATCHES) };
}

const BATCHES = { atOnce: 2, most: 500 };

/** @returns one for each id, in their order */
async function findHouseholds(queries: Queries, userIds: readonly string[]): Promise<(OwnedHousehold | null)[]> {
  const rows = await householdRows(queries).execute({ userIds: [...new Set(userIds)] });
  const found = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    const known = found.get(row.account.userId);
    if (known === undefined) found.set(row.account.userId, [row]);
    else known.push(row);
  }
  return userIds.map((userId) => {
    const own = found.get(userId) ?? [];
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
