import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { callSignedIn, createLateCode, useSubmitLock } from '@fridge/shared-ui';
import { copy } from '../copy.ts';

const lateForms = createLateCode(() => import('../screens/writing.ts'));

/**
 * Deletes a work after a confirmation, with a login if needed (copy deck 5.8), and the user's draft of it.
 * @param onDeleted returns whether the screen stays; by default it is left for the works
 */
export function useDeletion(
  host: HostServices,
  onDeleted: (id: string) => boolean = () => {
    host.navigation.replace('/works');
    return false;
  },
): (id: string) => void {
  const { submitOnce } = useSubmitLock();
  const remove = async (id: string) => {
    const isSure = await host.feedback.confirm({
      title: copy['contest.detail.delete.title'],
      description: copy['contest.detail.delete.desc'],
      confirm: copy['contest.detail.delete.confirm'],
      cancel: copy['contest.detail.delete.cancel'],
      danger: true,
    });
    if (!isSure) return false;
    const owner = host.session.getState().userId;
    const saved = await callSignedIn(
      host,
      ({ phone, fridgeId }, options) =>
        host.requests.call(contestCalls.delWork, { id, devicePhone: phone, fridgeId }, options),
      // The home may have lost its fridge.
      { owner, fridge: 'optional' },
    );
    if (!saved.ok) return false;
    host.feedback.toast(copy['contest.detail.deleted.toast']);
    void lateForms.load().then((forms) => {
      if (forms.ok) void forms.code.removeDraft(owner, `edit/${id}`);
    });
    return !onDeleted(id);
  };
  return (id) => void submitOnce(() => remove(id));
}
