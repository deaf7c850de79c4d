import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { recordActivity } from './record-activity.ts';

/** A share of the 2023 campaign; it is counted and earns nothing. */
export async function shareRecord({ household }: VerifiedCall, { queries, clock }: Services): Promise<null> {
  await recordActivity(queries, clock, household.account.userId, 'shared2023');
  return null;
}
