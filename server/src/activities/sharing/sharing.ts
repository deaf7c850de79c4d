import { shanghaiDay } from '@fridge/shared-contracts/host';
import { recordType, type sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../clock.ts';
import type { Queries } from '../../database/database.ts';
import { activityRecords } from '../../database/schema.ts';
import type { Household } from '../../http/household.ts';
import { refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { addChances, chancesLeft } from '../draw/chances.ts';
import { hasReport } from '../report/reports.ts';

type Recorded = {
  kind: string;
  /** Whether a day's first share adds a draw. */
  earns(queries: Queries, household: Household): Promise<boolean>;
};

const kinds: ReadonlyMap<string, Recorded> = new Map<string, Recorded>([
  [recordType.enteredReport, { kind: 'enteredReport', earns: async () => false }],
  [recordType.sharedReport, { kind: 'sharedReport', earns: (queries, { fridges }) => hasReport(queries, fridges) }],
  [recordType.sharedCampaign, { kind: 'sharedCampaign', earns: async (_, { fridges }) => fridges.length > 0 }],
]);

/**
 * Records an opened report or a share. The first share of each kind per user and Shanghai day adds a draw, given a
 * fridge (campaign) or report data (report) (architecture, "The wire").
 */
export async function annualRecord({ household, fields }: VerifiedCall<typeof sharingCalls.annualRecord>, { queries, clock }: Services): Promise<{ added: number; surplusNum: number }> {
  const { userId } = household.account;
  const recorded = kinds.get(fields.type);
  if (recorded === undefined) throw refuse.badInput();
  return queries.transaction(async (transaction) => {
    const times = await recordActivity(transaction, clock, userId, recorded.kind);
    const added = times === 1 && (await recorded.earns(transaction, household)) ? 1 : 0;
    return { added, surplusNum: added > 0 ? await addChances(transaction, userId, added) : await chancesLeft(transaction, userId) };
  });
}

/** A share of the 2023 campaign; adds no draw. */
export async function shareRecord({ household }: VerifiedCall<typeof sharingCalls.shareRecord>, { queries, clock }: Services): Promise<null> {
  await recordActivity(queries, clock, household.account.userId, 'shared2023');
  return null;
}

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
