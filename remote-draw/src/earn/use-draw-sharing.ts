import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { useEffect } from 'react';
import type { Chances } from '../chances/use-chances.ts';
import { copy } from '../copy.ts';

/**
 * Prepares sharing the draw while the screen is open, from the header as from the panel. A share that the companion
 * app reports is recorded, and the user told what it brought (copy deck 4.4).
 */
export function useDrawSharing(host: HostServices, chances: Chances): void {
  const { now, reload } = chances;
  useEffect(() => {
    const creditShare = async () => {
      const before = now();
      const { userId, mobile, homeId, fridge } = host.session.getState();
      const household = { userId, phone: mobile, homeId, fridgeId: fridge?.fridgeId ?? '' };
      const record = await host.requests.call(sharingCalls.annualRecord, { ...household, type: recordType.sharedCampaign }, { quiet: true });
      const after = await reload();
      // The record tells what it added; a backend whose record says nothing is believed by its counts.
      const told = record.ok ? record.data.added : 0;
      const added = told > 0 ? told : before === null || after === null ? 0 : after - before;
      host.feedback.toast(added > 0 ? fill(copy['draw.earn.added.toast'], { n: added }) : commonCopy['common.shareOk.toast']);
    };
    return host.sharing.prepare({
      title: copy['host.card.draw.title'],
      description: copy['host.card.draw.desc'],
      path: '/draw',
      image: new URL('./share-card.jpg', import.meta.url).href,
      landing: 'activity',
      onShared: () => {
        if (!rewardsSharing(host)) return false;
        void creditShare();
        return true;
      },
    });
  }, [host, now, reload]);
}

/** Messaging apps forbid rewards for sharing: they are spoken of and credited inside the companion app alone. */
export function rewardsSharing({ environment }: Pick<HostServices, 'environment'>): boolean {
  return environment.inApp && !environment.inWeChat;
}
