import type { HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui';
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
      const recorded = await recordShare(host, sharingCalls.annualRecord, recordType.sharedCampaign);
      const after = await reload();
      // A backend that doesn't say what the record added is believed by its counts.
      const counted = before === null || after === null ? 0 : after - before;
      announceShare(host, recorded > 0 ? recorded : counted);
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
