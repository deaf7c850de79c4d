import type { HeaderTone, Skin } from '@fridge/shared-contracts';

/**
 * Dresses the document in a skin (look, "Skins"): `data-skin` chooses the colours, which are written down once, in
 * `skins.css`. The browser's own bar takes the header's colour: the activity's tone, else the page's background.
 */
export function applySkin(skin: Skin, tone: HeaderTone | null = null, page: Document = document): void {
  const root = page.documentElement;
  if (root.dataset['skin'] !== String(skin)) root.dataset['skin'] = String(skin);
  const colour = tone?.background ?? page.defaultView?.getComputedStyle(root).getPropertyValue('--color-background').trim();
  if (colour) themeColor(page).content = colour;
}

function themeColor(page: Document): HTMLMetaElement {
  const existing = page.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (existing) return existing;
  const meta = page.createElement('meta');
  meta.name = 'theme-color';
  page.head.append(meta);
  return meta;
}
