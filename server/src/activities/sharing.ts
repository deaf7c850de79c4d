import { shanghaiDay } from '@fridge/shared-contracts/page';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { sql } from 'drizzle-orm';
import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import { refuse } from '../edge/refusal.ts';
import { answer } from '../admission/signed-calls.ts';
import { activityRecords } from './campaign/tables.ts';
import { addChances, chancesOf } from './draw/draw.ts';
import { hasReport } from './report/reports.ts';

/** `earns`: whether a day's first share adds a draw. */
type Recorded = { kind: string; earns: (queries: Queries, household: OwnedHousehold) => boolean | Promise<boolean> };

const kinds: ReadonlyMap<string, Recorded> = new Map<string, Recorded>([
  [recordType.enteredReport, { kind: 'enteredReport', earns: () => false }],
  [recordType.sharedReport, { kind: 'sharedReport', earns: (queries, { fridges }) => hasReport(queries, fridges) }],
  [recordType.sharedCampaign, { kind: 'sharedCampaign', earns: (_, { fridges }) => fridges.length > 0 }],
]);

/**
 * Records an opened report or a share. The first share of each kind per user and Shanghai day adds a draw, given a
 * fridge (campaign) or report data (report) (architecture, "The wire").
 */
export const annualRecord = answer(sharingCalls.annualRecord, async ({ household, fields }, { queries, clock }) => {
  const { userId } = household.account;
  const recorded = kinds.get(fields.type);
  if (recorded === undefined) throw refuse.badInput();
  return queries.transaction(async (transaction) => {
    const times = await recordActivity(transaction, clock, userId, recorded.kind);
    const added = times === 1 && (await recorded.earns(transaction, household)) ? 1 : 0;
    return {
      added,
      surplusNum:
        added > 0 ? await addChances(transaction, userId, added) : ((await chancesOf(transaction, userId)) ?? 0),
    };
  });
});

/** A share of the 2023 campaign; adds no draw. */
export const shareRecord = answer(sharingCalls.shareRecord, async ({ household }, { queries, clock }) => {
  await recordActivity(queries, clock, household.account.userId, 'shared2023');
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
