import type { ActivityContext, Skin } from '@fridge/shared-contracts';

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
