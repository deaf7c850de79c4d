import type { Form } from '../wire/read-form.ts';
import { refuse } from '../wire/refusal.ts';
import type { Household } from './household.ts';

/**
 * A user id, phone, home or fridge id is believed only if the token's owner owns it. An empty value claims nothing.
 * @throws Refusal 403
 */
export function checkOwnership(claimed: Form, household: Household): void {
  const owned: Record<string, readonly string[]> = {
    userId: [household.account.userId],
    phone: [household.account.phone],
    homeId: household.homeIds,
    fridgeId: household.fridges.map(({ fridgeId }) => fridgeId),
  };
  for (const [name, values] of Object.entries(owned)) {
    const value = claimed[name] ?? '';
    if (value !== '' && !values.includes(value)) throw refuse.notYours();
  }
}
