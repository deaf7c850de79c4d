import type { ActivityContext, Skin } from '@fridge/shared-contracts';

/** The landing page of a shared report, a page of the host (spec section 2). */
export const SHARE_PATH = '/yearReportShare';

/** The brand in a shared link; `undefined` where it would be the default. */
export function sharedBrand({ brand }: Pick<ActivityContext, 'brand'>, skin: Skin): string | undefined {
  return brand === -1 && skin === 0 ? undefined : String(skin);
}

/**
 * The absolute link of the landing page for the QR code, with the brand as its only parameter.
 * @param href from `host.navigation.hrefOf`
 * @param base address of the page
 */
export function shareLink(href: string, base: string, brand: string | undefined): string {
  const link = new URL(href, base);
  link.search = brand === undefined ? '' : `?brand=${brand}`;
  link.hash = '';
  return link.href;
}
