import { parseInstant } from '@fridge/shared-contracts';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { poolNames } from '../activities/campaign/grants.ts';
import { grantPools } from '../activities/campaign/tables.ts';
import { drawWeightsVersion } from '../activities/draw/tables.ts';
import { isVirtualLevel, prizeLevels } from '../prizes/prize-levels.ts';
import { drawOutcomes } from '../prizes/tables.ts';
import type { Clock } from './clock.ts';
import type { Queries } from '../database/database.ts';
import { businessClock } from '../database/tables.ts';
import { loadDemonstration } from './demonstration.ts';
import type { Environment } from './environment.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';

/** Stores what every deployment, or the demonstration, starts with. Later starts change nothing. */
export async function firstStart(queries: Queries, environment: Environment, storage: ObjectStorage): Promise<Clock> {
  const clock = await openClock(queries, environment);
  await seedBusiness(queries);
  const demonstration = await loadDemonstration(environment);
  await demonstration?.seedDemonstration(queries, clock);
  await demonstration?.seedWorks(queries, clock, storage);
  return clock;
}

/**
 * Stores the offset of business time, which later starts keep, and whether only the demonstration uses this database.
 */
async function openClock(queries: Queries, { DEMO_CLOCK, DEMO: demonstration }: Environment): Promise<Clock> {
  const now = Date.now();
  const start = DEMO_CLOCK === undefined ? null : parseInstant(DEMO_CLOCK);
  await queries
    .insert(businessClock)
    .values({ offsetMs: start === null ? 0 : start - now, startedAt: new Date(now), demonstration })
    .onConflictDoNothing();
  const [stored] = await queries.select().from(businessClock);
  if (stored === undefined) throw new Error('The row of business_clock is missing right after it was written.');
  const { offsetMs, startedAt } = stored;
  if (stored.demonstration !== demonstration) await queries.update(businessClock).set({ demonstration });
  return {
    real: () => Date.now(),
    business: () => Date.now() + offsetMs,
    businessStart: offsetMs === 0 ? null : startedAt.getTime() + offsetMs,
  };
}

/** The specified limits, and a draw that gives nothing until an operator sets it. */
async function seedBusiness(queries: Queries): Promise<void> {
  await queries
    .insert(grantPools)
    .values([
      { name: poolNames.coupon, cap: campaignTerms.couponsInTotal, dailyCap: campaignTerms.couponsPerDay },
      ...campaignTerms.allowanceKinds.map((kind) => ({
        name: poolNames.allowance(kind),
        cap: campaignTerms.allowancesPerKind,
        dailyCap: null,
      })),
    ])
    .onConflictDoNothing();
  await queries
    .insert(drawOutcomes)
    .values([
      { level: 0, weight: 1, stock: null },
      ...prizeLevels.map((level) => ({ level, weight: 0, stock: 0, isVirtual: isVirtualLevel(level) })),
    ])
    .onConflictDoNothing();
  await queries.insert(drawWeightsVersion).values({ version: 1 }).onConflictDoNothing();
}
