import { eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { accounts } from '../households/tables.ts';
import type { OwnedHousehold } from './find-household.ts';
import { refuse } from '../edge/refusal.ts';
import type { Form } from './signature.ts';

/**
 * Serializes a user's transactions that count rows; inserts that reference the account go on. A block takes the same
 * lock: what a user does is done before it, or not at all.
 * @throws Refusal 204 for a blocked user
 */
export async function lockUser(transaction: Queries, userId: string): Promise<void> {
  const [account] = await transaction
    .select({ blockedBy: accounts.blockedBy })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .for('no key update');
  if (account?.blockedBy != null) throw refuse.notice('server.account.blocked');
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

const ownedFields: ReadonlySet<string> = new Set(Object.keys(ownedValues(null)));

/** Whether a field of this name may only be the caller's. */
export const isOwned = (name: string): boolean => ownedFields.has(name);

/** Whether it names a user, phone, home or fridge. */
export const claimsAnything = (claimed: Form): boolean => [...ownedFields].some((name) => (claimed[name] ?? '') !== '');

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
