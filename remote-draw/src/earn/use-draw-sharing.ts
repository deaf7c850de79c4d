import type { HostServices } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent } from 'react';
import type { Chances } from '../draw/use-chances.ts';
import { copy } from '../copy.ts';

/**
 * Prepares sharing the draw, records shares that the app reports and tells the user what they added (copy deck 4.4).
 */
export function useDrawSharing(host: HostServices, chances: Chances): void {
  const creditShare = useEffectEvent(async () => {
    const recorded = await recordShare(host, sharingCalls.annualRecord, recordType.sharedCampaign);
    const after = await chances.retry();
    // Some backends don't report what was added.
    const counted = chances.left === null || after === null ? 0 : after.left - chances.left;
    announceShare(host, recorded > 0 ? recorded : counted);
  });
  useEffect(() => {
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
  }, [host]);
}

/** Messaging apps forbid rewards for sharing. */
export function rewardsSharing({ environment }: HostServices): boolean {
  return environment.inApp && !environment.inWeChat;
}

/** Another remote; may be missing. */
export const REPORT = '/yearReport';
