import type { HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui/internal';
import { useEffect } from 'react';
import type { Chances } from '../draw/use-chances.ts';
import { copy } from '../copy.ts';

/**
 * Prepares sharing the draw, records shares that the app reports and tells the user what they added (copy deck 4.4).
 */
export function useDrawSharing(host: HostServices, chances: Chances): void {
  const { now, reload } = chances;
  useEffect(() => {
    const creditShare = async () => {
      const before = now();
      const recorded = await recordShare(host, sharingCalls.annualRecord, recordType.sharedCampaign);
      const after = await reload();
      // Some backends don't report what was added.
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

/** Messaging apps forbid rewards for sharing. */
export function rewardsSharing({ environment }: Pick<HostServices, 'environment'>): boolean {
  return environment.inApp && !environment.inWeChat;
}

/** Another remote; may be missing. */
export const REPORT = '/yearReport';
