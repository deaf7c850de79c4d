import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { chancesLeft } from './chances.ts';

export async function getSurplusNum({ household }: VerifiedCall, { queries }: Services): Promise<{ surplusNum: number }> {
  return { surplusNum: await chancesLeft(queries, household.account.userId) };
}
