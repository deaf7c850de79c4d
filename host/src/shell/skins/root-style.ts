import type { HeaderTone, Skin } from '@fridge/shared-contracts';
import { dialogColours } from './dialog-tone.ts';

/**
 * Dresses the document in a skin (look, "Skins"): `data-skin` chooses the colours, which are written down once, in
 * `skins.css`. The browser's own bar takes the header's colour: the activity's tone, else the page's background; dialogs
 * take the tone of a dark activity.
 */
export function applySkin(skin: Skin, tone: HeaderTone | null = null, page: Document = document): void {
  const root = page.documentElement;
  if (root.dataset['skin'] !== String(skin)) root.dataset['skin'] = String(skin);
  const dialogs = dialogColours(tone);
  root.toggleAttribute('data-toned', dialogs !== null);
  for (const [name, value] of Object.entries(dialogs ?? {})) root.style.setProperty(name, value);
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

/**
 * Tells everyone the page's width as `--page-width`, for what is painted beyond the column: `100vw` has the scrollbar
 * in it, where one takes room, and whatever is so wide makes the page scroll sideways.
 * @returns stops
 */
export function tellPageWidth(): () => void {
  return tellSize('--page-width', document.documentElement, 'clientWidth');
}

/**
 * Tells everyone the header's height as `--header-height`: large text and the app's status bar, its padding, make it taller.
 * @returns stops
 */
export function tellHeaderHeight(bar: HTMLElement): () => void {
  return tellSize('--header-height', bar, 'offsetHeight');
}

/** Keeps a size of an element in the root's style, CSS px. */
function tellSize(name: string, element: HTMLElement, size: 'clientWidth' | 'offsetHeight'): () => void {
  const tell = () => document.documentElement.style.setProperty(name, `${element[size]}px`);
  tell();
  const observer = new ResizeObserver(tell);
  observer.observe(element, { box: 'border-box' });
  return () => observer.disconnect();
}
