import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '../database/database.ts';
import { accounts, fridges, homes } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { success } from './answers.ts';
import { readAuthorization } from './authorization.ts';
import { refuse } from './refusal.ts';
import type { Form } from './signature.ts';
import { refuseUnknownAccount } from './unknown-accounts.ts';

export type Account = typeof accounts.$inferSelect;
type FridgeRow = typeof fridges.$inferSelect;

export type OwnedHousehold = { account: Account; homeIds: readonly string[]; fridges: readonly FridgeRow[] };

/** @returns `null` when there is no such user */
export async function findHousehold(queries: Queries, userId: string): Promise<OwnedHousehold | null> {
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

/** Serializes a user's transactions that count rows; inserts that reference the account go on. */
export async function lockUser(transaction: Queries, userId: string): Promise<void> {
  await transaction
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .for('no key update');
}

/** Fields that only the owner may claim, with the values that the household owns. */
function ownedValues(household: OwnedHousehold | null): Record<string, readonly (string | null)[]> {
  const { userId, phone } = household?.account ?? { userId: null, phone: null };
  return {
    userId: [userId],
    phone: [phone],
    devicePhone: [phone],
    homeId: household?.homeIds ?? [],
    fridgeId: household?.fridges.map(({ fridgeId }) => fridgeId) ?? [],
  };
}

/**
 * Checks that user, phone, home and fridge ids are the token owner's. Empty values are ignored.
 * @param household `null`: an anonymous caller, who owns nothing
 * @throws Refusal 403
 */
export function checkOwnership(claimed: Form, household: OwnedHousehold | null): void {
  for (const [name, values] of Object.entries(ownedValues(household))) {
    const value = claimed[name] ?? '';
    if (value !== '' && !values.includes(value)) throw refuse.notYours();
  }
}

/** Whether it names a user, phone, home or fridge. */
export const claimsAnything = (claimed: Form): boolean =>
  Object.keys(ownedValues(null)).some((name) => (claimed[name] ?? '') !== '');

/** The bridge's `getUserInfo`, without its token. */
export function profileOf({ account: { userId, nickName, headImgUrl, phone } }: OwnedHousehold) {
  return { userId, nickName, headImgUrl, mobile: phone ?? '' };
}

/** The bridge's `getHomeInfo`: the first home. */
export function homeOf({ homeIds, fridges: all }: OwnedHousehold) {
  const homeId = homeIds[0] ?? '';
  return {
    homeId,
    fridges: all
      .filter((fridge) => fridge.homeId === homeId)
      .map(({ fridgeId, sn8, spec, name }) => ({ fridgeId, sn8, spec, name })),
  };
}

/** The central cloud's user request, made by the app for the page (`cloudRequest`). */
export async function cloudUser(app: FastifyInstance, services: Services): Promise<void> {
  const { cloudKeys, queries, clock } = services;
  app.post('/cloud/user', async (request) => {
    const identity = await readAuthorization(request.headers.authorization, {
      cloudKeys,
      now: clock.real(),
    });
    if (identity?.scope !== 'full') throw refuse.notAuthorized();
    await app.limits.countUser(request, identity.userId);
    const household = await findHousehold(queries, identity.userId);
    if (household === null) throw refuseUnknownAccount(services);
    return success({ ...profileOf(household), home: homeOf(household) });
  });
}
