import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { eq, inArray, sql } from 'drizzle-orm';
import { exchangePair, grantCouponAndAllowance, holdsCoupon } from '../activities/campaign/grants.ts';
import { isVirtualLevel, prizeLevels } from '../activities/draw/outcomes.ts';
import { assignCode } from '../activities/draw/stock.ts';
import { reports } from '../activities/report/tables.ts';
import type { Clock } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { accounts, deviceConfigs, drawChances, drawOutcomes, drawPrizes, fridges, homes, prizeCodes } from '../database/schema.ts';
import { demoCodesPerLevel, demoDeviceConfigs, demoHouseholds, demoOutcomes, type DemoHousehold } from './demo-households.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Seeds an empty database in one transaction; a seeded one only gets missing reports. */
export async function seedDemonstration(queries: Queries, clock: Clock): Promise<void> {
  await queries.transaction(async (transaction) => {
    const present = await transaction
      .select({ userId: accounts.userId })
      .from(accounts)
      .where(inArray(accounts.userId, demoHouseholds.map(({ userId }) => userId)));
    await seedReports(transaction, clock);
    if (present.length > 0) return;
    await transaction.insert(deviceConfigs).values([...demoDeviceConfigs]).onConflictDoNothing();
    await seedDraw(transaction);
    for (const household of demoHouseholds) await seedHousehold(transaction, household, clock);
  });
}

async function seedReports(transaction: Queries, clock: Clock): Promise<void> {
  const importedAt = new Date(clock.real());
  const rows = demoHouseholds.flatMap(({ fridge, report }) => (fridge === undefined || report === undefined ? [] : [{ fridgeId: fridge.fridgeId, fields: report, importedAt }]));
  await transaction.insert(reports).values(rows).onConflictDoNothing();
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
  const { userId, phone, nickName, homeId, fridge, grid = '', supply = '', realNameVerified = false } = household;
  await transaction.insert(accounts).values({ userId, phone, nickName, grid, supply, realNameVerified });
  await transaction.insert(homes).values({ homeId, userId });
  if (fridge !== undefined) await transaction.insert(fridges).values({ ...fridge, homeId });
  if (household.drawsLeft !== undefined) await transaction.insert(drawChances).values({ userId, remaining: household.drawsLeft });
  if (household.couponGranted && !(await holdsCoupon(transaction, userId))) await grantCouponAndAllowance(transaction, clock, userId, 'demonstration');
  for (const { id, level } of household.prizes ?? []) await seedPrize(transaction, { id, level, userId }, clock.business());
}

async function seedPrize(transaction: Queries, prize: { id: string; level: number; userId: string }, now: number): Promise<void> {
  const [outcome] = await transaction
    .update(drawOutcomes)
    .set({ issued: sql`${drawOutcomes.issued} + 1` })
    .where(eq(drawOutcomes.level, prize.level))
    .returning({ isVirtual: drawOutcomes.isVirtual });
  const isVirtual = outcome?.isVirtual ?? false;
  const days = isVirtual ? drawTerms.redeemDays : drawTerms.addressDays;
  await transaction.insert(drawPrizes).values({ ...prize, isVirtual, wonAt: new Date(now), deadline: new Date(now + days * DAY_MS) });
  if (isVirtual) await assignCode(transaction, prize.level, prize.id);
}
