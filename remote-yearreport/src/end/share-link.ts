import type { ActivityContext, Skin } from '@fridge/shared-contracts';

/** The shared-report landing page, which the host draws (spec section 2). */
export const SHARE_PATH = '/yearReportShare';

/** The brand that a shared link names; none where it would say what everybody sees anyway. */
export function sharedBrand({ brand }: Pick<ActivityContext, 'brand'>, skin: Skin): string | undefined {
  return brand === -1 && skin === 0 ? undefined : String(skin);
}

/**
 * The absolute link for the QR code: the landing page with the brand alone, whatever else the address carries.
 * @param href what the host makes of the path
 * @param base address of the page
 */
export function shareLink(href: string, base: string, brand: string | undefined): string {
  const link = new URL(href, base);
  link.search = brand === undefined ? '' : `?brand=${brand}`;
  link.hash = '';
  return link.href;
}
