import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { requireAdmission } from './admission.ts';
import { holdsCoupon } from './grants.ts';

/** `null`: the coupon is the user's already, straight to the coupon page. `{}`: a question is needed (spec section 4). */
export async function isDirect(call: VerifiedCall, services: Services): Promise<Record<string, never> | null> {
  requireAdmission(call, services);
  return (await holdsCoupon(services.queries, call.household.account.userId)) ? null : {};
}
