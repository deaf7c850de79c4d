import type { Household } from '../households.ts';
import { customer as someone } from '../production/household.ts';

export const customer: Household = someone;

/** Who keeps the site busy; number 1 to 40. */
export const crowd: readonly Household[] = Array.from({ length: 40 }, (_, index) => householdNumber(index + 1));

function householdNumber(number: number): Household {
  const digits = String(number).padStart(4, '0');
  return {
    ...someone,
    userId: `C3${digits}`,
    mobile: `1391000${digits}`,
    homeId: `H3${digits}`,
    fridges: someone.fridges.map((fridge) => ({ ...fridge, fridgeId: `F3${digits}` })),
  };
}
