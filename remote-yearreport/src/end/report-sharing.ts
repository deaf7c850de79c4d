import type { ActivityContext, HostServices, Skin } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { announceShare, recordShare } from '@fridge/shared-ui/internal';
import { useEffect } from 'react';
import { isOwnHousehold } from '../flow/use-entrance.ts';
import { copy } from '../copy.ts';

/**
 * Shares from the header and the end page (spec section 4, "Share-mode choice").
 * @param agreed shows the notice before the first share
 */
export function useReportSharing(
  host: HostServices,
  skin: Skin,
  agreed: (left: AbortSignal) => Promise<boolean>,
): void {
  const brand = sharedBrand(host.context, skin);
  useEffect(
    () =>
      host.sharing.prepare({
        title: copy['host.card.report.title'],
        description: copy['host.card.report.desc'],
        path: SHARE_PATH,
        image: new URL('./share-card.jpg', import.meta.url).href,
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
      }),
    [host, brand, agreed],
  );
}

/** The host's landing page of a shared report (spec section 2). */
export const SHARE_PATH = '/yearReportShare';

/** `undefined` for the default. */
export function sharedBrand({ brand }: Pick<ActivityContext, 'brand'>, skin: Skin): string | undefined {
  return brand === -1 && skin === 0 ? undefined : String(skin);
}

/**
 * For the QR code: absolute, with the brand as its only parameter.
 * @param base address of the page
 */
export function shareLink(href: string, base: string, brand: string | undefined): string {
  const link = new URL(href, base);
  link.search = brand === undefined ? '' : `?brand=${brand}`;
  link.hash = '';
  return link.href;
}
