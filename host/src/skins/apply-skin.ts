import type { Skin } from '@fridge/shared-contracts';

/**
 * Dresses the document in a skin (look, "Skins"): `data-skin` chooses the colours, and the browser's own bar takes the
 * page's background from them, so that the colours are written down once, in `skins.css`.
 */
export function applySkin(skin: Skin, page: Document = document): void {
  const root = page.documentElement;
  if (root.dataset['skin'] === String(skin)) return;
  root.dataset['skin'] = String(skin);
  const background = page.defaultView?.getComputedStyle(root).getPropertyValue('--color-background').trim();
  if (background) themeColor(page).content = background;
}

function themeColor(page: Document): HTMLMetaElement {
  const existing = page.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (existing) return existing;
  const meta = page.createElement('meta');
  meta.name = 'theme-color';
  page.head.append(meta);
  return meta;
}
