import type { HeaderTone, Skin } from '@fridge/shared-contracts';
import { dialogColours } from './dialog-tone.ts';

/** The browser's bar gets the activity's tone, else the background; dialogs a dark activity's (look, "Skins"). */
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

/** Publishes `--page-width`: with `100vw`, which includes the scrollbar, the page would scroll sideways. */
export function publishPageWidth(): () => void {
  return publishSize('--page-width', document.documentElement, 'clientWidth');
}

/** Publishes `--header-height`, which depends on text size and status bar. */
export function publishHeaderHeight(bar: HTMLElement): () => void {
  return publishSize('--header-height', bar, 'offsetHeight');
}

function publishSize(name: string, element: HTMLElement, size: 'clientWidth' | 'offsetHeight'): () => void {
  const publish = () => document.documentElement.style.setProperty(name, `${element[size]}px`);
  publish();
  const observer = new ResizeObserver(publish);
  observer.observe(element, { box: 'border-box' });
  return () => observer.disconnect();
}
