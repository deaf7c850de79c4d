import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { poolNames } from './activities/campaign/grants.ts';
import { isVirtualLevel, prizeLevels } from './activities/draw/outcomes.ts';
import type { Queries } from './database/database.ts';
import { drawOutcomes, drawWeights, grantPools } from './database/schema.ts';

/** Every deployment's start: the specified limits, and a draw that gives nothing until an operator sets it. */
export async function seedBusiness(queries: Queries): Promise<void> {
  await queries
    .insert(grantPools)
    .values([
      { name: poolNames.coupon, cap: campaignTerms.couponsInTotal, dailyCap: campaignTerms.couponsPerDay },
      ...campaignTerms.allowanceKinds.map((kind) => ({ name: poolNames.allowance(kind), cap: campaignTerms.allowancesPerKind, dailyCap: null })),
    ])
    .onConflictDoNothing();
  await queries
    .insert(drawOutcomes)
    .values([
      { level: 0, weight: 1, stock: null },
      ...prizeLevels.map((level) => ({ level, weight: 0, stock: 0, isVirtual: isVirtualLevel(level) })),
    ])
    .onConflictDoNothing();
  await queries.insert(drawWeights).values({ version: 1 }).onConflictDoNothing();
}
