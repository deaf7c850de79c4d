import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { requireOpen } from '../windows/require-open.ts';
import { refuse } from '../wire/refusal.ts';
import { eligibilityMiss } from './eligibility.ts';

/**
 * Who may take part in the quiz at all: within the campaign, with a bound fridge, entitled to the coupon.
 * @throws Refusal 204 with the first miss, 400 when a household with a fridge names none
 */
export function requireAdmission({ household, fields }: VerifiedCall, services: Pick<Services, 'settings' | 'clock'>): void {
  requireOpen(services, 'campaign2023');
  if (household.fridges.length === 0) throw refuse.notice('server.noFridge');
  if ((fields['fridgeId'] ?? '') === '' || (fields['userId'] ?? '') === '') throw refuse.badInput();
  const miss = eligibilityMiss(household.account);
  if (miss !== null) throw refuse.notice(miss);
}
