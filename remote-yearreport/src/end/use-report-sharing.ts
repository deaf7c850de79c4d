import type { HostServices, Skin } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui';
import { useEffect } from 'react';
import { copy } from '../story-copy.ts';
import { isOwnHousehold } from '../flow/use-report-flow.ts';
import { SHARE_PATH, sharedBrand } from './share-link.ts';

/**
 * Prepares sharing the report while its slides are shown, from the header as from the end page (spec section 4,
 * "Share-mode choice"): the host chooses between panel, link and QR view. What the app reports as shared is recorded.
 * @param agreed asks for the notice before the first share
 */
export function useReportSharing(host: HostServices, skin: Skin, agreed: () => Promise<boolean>): void {
  const brand = sharedBrand(host.context, skin);
  useEffect(() => host.sharing.prepare({
    title: copy['host.card.report.title'],
    description: copy['host.card.report.desc'],
    path: SHARE_PATH,
    // The brand alone: what activity the address was made for is nobody else's concern.
    query: { brand, activityId: '' },
    landing: 'report',
    before: agreed,
    onShared: () => {
      if (!isOwnHousehold(host)) return false;
      // The first share of a day adds a draw (architecture, "The wire").
      void recordShare(host, sharingCalls.annualRecord, recordType.sharedReport).then((added) => announceShare(host, added));
      return true;
    },
  }), [host, brand, agreed]);
}
