import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { useEffect } from 'react';
import { copy } from '../../copy.ts';

/** Puts the share action into the header and records what was shared through it (spec sections 2 and 7). */
export function useCampaignShare(host: HostServices): void {
  useEffect(() => {
    const resetHeader = host.header.set({ share: true });
    const withdraw = host.sharing.prepare({
      title: copy['host.card.campaign.title'],
      description: copy['host.card.campaign.desc'],
      path: '/',
      landing: 'activity',
      onShared: () => recordShare(host),
    });
    return () => {
      withdraw();
      resetHeader();
    };
  }, [host]);
}

/**
 * Tells the server, quietly and as well as it can: the share itself is done. Someone unknown isn't asked to log in for
 * it, and the host says to them that it worked.
 */
function recordShare(host: HostServices): boolean {
  const { status, fridge } = host.session.getState();
  if (status !== 'user' || fridge === null) return false;
  void record(host).then((added) => {
    // WeChat forbids to speak of rewards for sharing, and a draw that can't be made is none.
    const isDraw = added > 0 && !host.environment.inWeChat && host.navigation.opens('/draw');
    host.feedback.toast(isDraw ? fill(copy['draw.earn.added.toast'], { n: added }) : commonCopy['common.shareOk.toast']);
  });
  return true;
}

/** @returns the draws that the share added */
async function record(host: HostServices): Promise<number> {
  const entry = await host.session.require();
  if (!entry.allowed) return 0;
  const [campaign] = await Promise.all([
    host.requests.call(sharingCalls.annualRecord, { ...entry.household, type: recordType.sharedCampaign }, { quiet: true }),
    host.requests.call(sharingCalls.shareRecord, entry.household, { quiet: true }),
  ]);
  return campaign.ok ? campaign.data.added : 0;
}
