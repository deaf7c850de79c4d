import type { HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui';
import { useEffect } from 'react';
import { copy } from '../../copy.ts';

/** Prepares the header's share action and records shares (spec sections 2 and 7). */
export function useCampaignShare(host: HostServices): void {
  useEffect(() => {
    const resetHeader = host.header.set({ share: true });
    const withdraw = host.sharing.prepare({
      title: copy['host.card.campaign.title'],
      description: copy['host.card.campaign.desc'],
      path: '/',
      landing: 'activity',
      onShared: () => record(host),
    });
    return () => {
      withdraw();
      resetHeader();
    };
  }, [host]);
}

/** @returns false without a fridge to record for: the host confirms instead */
function record(host: HostServices): boolean {
  const { status, userId, mobile, homeId, fridge } = host.session.getState();
  if (status !== 'user' || fridge === null) return false;
  const household = { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId };
  void recordShare(host, sharingCalls.annualRecord, recordType.sharedCampaign).then((added) => announceShare(host, host.navigation.opens('/draw') ? added : 0));
  void host.requests.call(sharingCalls.shareRecord, household, { quiet: true });
  return true;
}
