import type { HostServices } from '@fridge/shared-contracts';
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

/** Tells the server, quietly and as well as it can: the share itself is done. Someone unknown isn't asked to log in for it. */
async function recordShare(host: HostServices): Promise<void> {
  const { status, fridge } = host.session.get();
  if (status !== 'user' || fridge === null) return;
  const entry = await host.session.require();
  if (!entry.allowed) return;
  await Promise.all([
    host.requests.call(sharingCalls.annualRecord, { ...entry.household, type: recordType.sharedCampaign }, { quiet: true }),
    host.requests.call(sharingCalls.shareRecord, entry.household, { quiet: true }),
  ]);
}
