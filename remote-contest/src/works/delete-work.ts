import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../copy.ts';

/**
 * Asks, deletes and says so (copy deck 5.8); the same from the list, the detail and the edit.
 * @returns whether the work is gone
 */
export async function deleteWork(host: HostServices, id: string): Promise<boolean> {
  const agreed = await host.feedback.confirm({
    title: copy['contest.detail.delete.title'],
    description: copy['contest.detail.delete.desc'],
    confirm: copy['contest.detail.delete.confirm'],
    cancel: copy['contest.detail.delete.cancel'],
    tone: 'danger',
  });
  if (!agreed) return false;
  const permission = await host.session.require();
  // A work outlives the fridge that it was made with.
  if (!permission.allowed && permission.because !== 'noFridge') return false;
  const { mobile, fridge } = host.session.get();
  const answer = await host.requests.call(contestCalls.delWork, { id, devicePhone: mobile, fridgeId: fridge?.fridgeId });
  if (answer.ok) host.feedback.toast(copy['contest.detail.deleted.toast']);
  return answer.ok;
}
