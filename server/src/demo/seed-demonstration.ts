import { eq, inArray } from 'drizzle-orm';
import { exchangePair, grantCoupon } from '../activities/campaign/grants.ts';
import { drawChances } from '../activities/draw/tables.ts';
import { givePrize } from '../prizes/give-prize.ts';
import { isVirtualLevel, prizeLevels } from '../prizes/prize-levels.ts';
import { drawOutcomes, prizeCodes } from '../prizes/tables.ts';
import { reports } from '../activities/report/tables.ts';
import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { accounts, deviceConfigs, fridges, homes } from '../households/tables.ts';
import {
  demoCodesPerLevel,
  demoDeviceConfigs,
  demoHouseholds,
  demoOutcomes,
  type DemoHousehold,
} from './demo-households.ts';

/** Seeds an empty database, in one transaction. */
export async function seedDemonstration(queries: Queries, clock: Clock): Promise<void> {
  const users = demoHouseholds.map(({ userId }) => userId);
  if ((await queries.$count(accounts, inArray(accounts.userId, users))) > 0) return;
  await queries.transaction(async (transaction) => {
    await transaction.insert(deviceConfigs).values(demoDeviceConfigs).onConflictDoNothing();
    await seedDraw(transaction);
    for (const household of demoHouseholds) await seedHousehold(transaction, household, clock);
  });
}

async function seedDraw(transaction: Queries): Promise<void> {
  for (const { level, weight, stock } of demoOutcomes) {
    await transaction.update(drawOutcomes).set({ weight, stock }).where(eq(drawOutcomes.level, level));
  }
  const codes = prizeLevels.filter(isVirtualLevel).flatMap((level) =>
    Array.from({ length: demoCodesPerLevel }, () => {
      const { exchangeCode, exchangePwd } = exchangePair();
      return { level, code: exchangeCode, pwd: exchangePwd };
    }),
  );
  await transaction.insert(prizeCodes).values(codes);
}

async function seedHousehold(transaction: Queries, household: DemoHousehold, clock: Clock): Promise<void> {
  const { userId, homeId, fridge, report, drawsLeft, couponGranted, prizes = [], ...account } = household;
  await transaction.insert(accounts).values({ userId, ...account });
  await transaction.insert(homes).values({ homeId, userId });
  if (fridge !== undefined) await transaction.insert(fridges).values({ ...fridge, homeId });
  if (fridge !== undefined && report !== undefined)
    await transaction
      .insert(reports)
      .values({ fridgeId: fridge.fridgeId, fields: report, importedAt: new Date(clock.real()) });
  if (drawsLeft !== undefined) await transaction.insert(drawChances).values({ userId, chancesLeft: drawsLeft });
  if (couponGranted) await grantCoupon(transaction, clock, userId, 'demonstration');
  for (const { id, level } of prizes) await givePrize(transaction, { id, level, userId, now: clock.business() });
}
