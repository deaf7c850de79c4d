import type { HostServices, Skin } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui';
import { useEffect } from 'react';
import { copy } from '../story-copy.ts';
import { isOwnHousehold } from '../flow/use-report-flow.ts';
import { SHARE_PATH, sharedBrand } from './share-link.ts';

/**
 * Shares from the header and the end page (spec section 4, "Share-mode choice").
 * @param agreed shows the notice before the first share
 */
export function useReportSharing(host: HostServices, skin: Skin, agreed: () => Promise<boolean>): void {
  const brand = sharedBrand(host.context, skin);
  useEffect(() => host.sharing.prepare({
    title: copy['host.card.report.title'],
    description: copy['host.card.report.desc'],
    path: SHARE_PATH,
    // Not that of the page's address.
    query: { brand, activityId: '' },
    landing: 'report',
    before: agreed,
    onShared: () => {
      if (!isOwnHousehold(host)) return false;
      // A day's first share adds a draw (architecture, "The wire").
      const recorded = recordShare(host, sharingCalls.annualRecord, recordType.sharedReport);
      void recorded.then((added) => announceShare(host, added));
      return true;
    },
  }), [host, brand, agreed]);
}
