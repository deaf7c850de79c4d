import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import type { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';

/**
 * Records quietly what the user shared or opened (spec section 7).
 * @param call named by the remote, whose release lists the calls in its source
 * @returns the draws added; 0 if the record failed
 */
export async function recordShare(
  { requests, session }: Pick<HostServices, 'requests' | 'session'>,
  call: typeof sharingCalls.annualRecord,
  type: (typeof recordType)[keyof typeof recordType],
): Promise<number> {
  const { userId, mobile, homeId, fridge } = session.getState();
  const fields = { type, userId, phone: mobile, homeId, fridgeId: fridge?.fridgeId };
  const answer = await requests.call(call, fields, { quiet: true });
  return answer.ok ? answer.data.added : 0;
}

/** Tells the user what a share added. WeChat forbids rewards for sharing: there it only confirms the share. */
export function announceShare(
  { feedback, environment }: Pick<HostServices, 'feedback' | 'environment'>,
  added: number,
): void {
  const rewarded = added > 0 && !environment.inWeChat;
  feedback.toast(
    rewarded ? fill(commonCopy['draw.earn.added.toast'], { n: added }) : commonCopy['common.shareOk.toast'],
  );
}
