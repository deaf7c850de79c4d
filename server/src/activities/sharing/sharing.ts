import { shanghaiDay } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../clock.ts';
import type { Queries } from '../../database/database.ts';
import { activityRecords } from '../../database/schema.ts';
import { refuse } from '../../http/refusal.ts';
import { answer, type AnsweredCall, type VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { addChances, chancesLeft } from '../draw/chances.ts';

/** The calls that record what was opened and shared. */
export const sharingAnswers: readonly AnsweredCall[] = [
  answer(sharingCalls.annualRecord, annualRecord),
  answer(sharingCalls.shareRecord, shareRecord),
];

const kinds: ReadonlyMap<string, { kind: string; earns: boolean }> = new Map([
  [recordType.enteredReport, { kind: 'enteredReport', earns: false }],
  [recordType.sharedReport, { kind: 'sharedReport', earns: true }],
  [recordType.sharedCampaign, { kind: 'sharedCampaign', earns: true }],
]);

/**
 * Records entering the report or a share. A share's first of its kind on a Shanghai day adds one draw for a household
 * with a fridge; without one it is recorded and earns nothing (architecture, "The wire").
 */
async function annualRecord({ household, fields }: VerifiedCall<typeof sharingCalls.annualRecord>, { queries, clock }: Services): Promise<{ added: number; surplusNum: number }> {
  const { userId } = household.account;
  const recorded = kinds.get(fields.type);
  if (recorded === undefined) throw refuse.badInput();
  return queries.transaction(async (transaction) => {
    const times = await recordActivity(transaction, clock, userId, recorded.kind);
    const added = recorded.earns && household.fridges.length > 0 && times === 1 ? 1 : 0;
    return { added, surplusNum: added > 0 ? await addChances(transaction, userId, added) : await chancesLeft(transaction, userId) };
  });
}

/** A share of the 2023 campaign; it is counted and earns nothing. */
async function shareRecord({ household }: VerifiedCall<typeof sharingCalls.shareRecord>, { queries, clock }: Services): Promise<null> {
  await recordActivity(queries, clock, household.account.userId, 'shared2023');
  return null;
}

/** Counts what a user did on the Shanghai day of business time. @returns the how manieth time of the day it was */
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
