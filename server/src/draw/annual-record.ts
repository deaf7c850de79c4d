import { recordType } from '@fridge/shared-contracts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { refuse } from '../wire/refusal.ts';
import { addChances, chancesLeft } from './chances.ts';
import { recordActivity } from './record-activity.ts';

const kinds: Record<string, { kind: string; earns: boolean }> = {
  [recordType.enteredReport]: { kind: 'enteredReport', earns: false },
  [recordType.sharedReport]: { kind: 'sharedReport', earns: true },
  [recordType.sharedCampaign]: { kind: 'sharedCampaign', earns: true },
};

/** Records entering the report or a share; a share's first of its kind on a Shanghai day adds one draw. */
export async function annualRecord({ household, fields }: VerifiedCall, { queries, clock }: Services): Promise<{ added: number; surplusNum: number }> {
  const { userId } = household.account;
  const recorded = new Map(Object.entries(kinds)).get(fields['type'] ?? '');
  if (recorded === undefined) throw refuse.badInput();
  return queries.transaction(async (transaction) => {
    const times = await recordActivity(transaction, clock, userId, recorded.kind);
    const added = recorded.earns && times === 1 ? 1 : 0;
    return { added, surplusNum: added > 0 ? await addChances(transaction, userId, added) : await chancesLeft(transaction, userId) };
  });
}
