import { shanghaiDay } from '@fridge/shared-contracts/page';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { sql } from 'drizzle-orm';
import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import { lockUser } from '../admission/household.ts';
import { refuse } from '../edge/refusal.ts';
import { answer } from '../admission/signed-calls.ts';
import { activityRecords } from './campaign/tables.ts';
import { addChances, chancesOf } from './draw/draw.ts';
import { hasReport } from './report/reports.ts';

/**
 * Records an opened report or a share. The first share of each kind per user and Shanghai day adds a draw, given a
 * fridge (campaign) or report data (report) (architecture, "The wire").
 */
export const annualRecord = answer(sharingCalls.annualRecord, async ({ household, fields }, { queries, clock }) => {
  const { userId } = household.account;
  const [kind] = Object.entries(recordType).find(([, type]) => type === fields.type) ?? [];
  if (kind === undefined) throw refuse.badInput();
  return queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    const isFirst = (await recordActivity(transaction, clock, userId, kind)) === 1;
    if (isFirst && (await earnsDraw(transaction, kind, household)))
      return { added: 1, surplusNum: await addChances(transaction, userId, 1) };
    return { added: 0, surplusNum: (await chancesOf(transaction, userId)) ?? 0 };
  });
});

async function earnsDraw(queries: Queries, kind: string, { fridges }: OwnedHousehold): Promise<boolean> {
  if (kind === 'sharedCampaign') return fridges.length > 0;
  return kind === 'sharedReport' && hasReport(queries, fridges);
}

/** A share of the 2023 campaign; adds no draw. */
export const shareRecord = answer(sharingCalls.shareRecord, async ({ household }, { queries, clock }) => {
  const { userId } = household.account;
  await queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await recordActivity(transaction, clock, userId, 'shared2023');
  });
  return null;
});

async function recordActivity(queries: Queries, clock: Clock, userId: string, kind: string): Promise<number> {
  const [record] = await queries
    .insert(activityRecords)
    .values({ userId, kind, day: shanghaiDay(clock.business()), firstAt: new Date(clock.business()) })
    .onConflictDoUpdate({
      target: [activityRecords.userId, activityRecords.kind, activityRecords.day],
      set: { times: sql`${activityRecords.times} + 1` },
    })
    .returning({ times: activityRecords.times });
  return record?.times ?? 0;
}
