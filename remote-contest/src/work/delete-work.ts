import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { callSignedIn } from '@fridge/shared-ui';
import { copy } from '../copy.ts';

/**
 * With a confirmation, and a login if needed (copy deck 5.8).
 * @returns whether it was deleted
 */
export async function deleteWork(host: HostServices, id: string): Promise<boolean> {
  const agreed = await host.feedback.confirm({
    title: copy['contest.detail.delete.title'],
    description: copy['contest.detail.delete.desc'],
    confirm: copy['contest.detail.delete.confirm'],
    cancel: copy['contest.detail.delete.cancel'],
    danger: true,
  });
  if (!agreed) return false;
  const saved = await callSignedIn(
    host,
    ({ phone, fridgeId }, options) =>
      host.requests.call(contestCalls.delWork, { id, devicePhone: phone, fridgeId }, options),
    // The home may have lost its fridge.
    { owner: host.session.getState().userId, fridge: 'optional' },
  );
  if (saved.ok) host.feedback.toast(copy['contest.detail.deleted.toast']);
  return saved.ok;
}
