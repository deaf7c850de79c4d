import type { CSSProperties } from 'react';
import type { HeaderTone, Skin } from '@fridge/shared-contracts';
import { toHex } from '@fridge/shared-ui/internal';

/** The browser's bar gets the activity's tone, else the background (look, "Skins"). */
export function applySkin(skin: Skin, tone: HeaderTone | null): void {
  const root = document.documentElement;
  root.dataset['skin'] = String(skin);
  const colour = tone?.background ?? getComputedStyle(root).getPropertyValue('--color-background').trim();
  if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

/**
 * Publishes an element's size as a custom property. `--page-width`: with `100vw`, which includes the scrollbar, the
 * page would scroll sideways. `--header-height` depends on text size and status bar.
 * @returns ends it
 */
export function publishSize(
  name: '--page-width' | '--header-height',
  element: HTMLElement,
  size: 'clientWidth' | 'offsetHeight',
): () => void {
  const publish = () => document.documentElement.style.setProperty(name, `${element[size]}px`);
  publish();
  const observer = new ResizeObserver(publish);
  observer.observe(element, { box: 'border-box' });
  return () => observer.disconnect();
}

/** Minimum text contrast (WCAG 2, AA). */
const READABLE = 4.5;

/** @returns of a dialog over a dark activity; `null` for the skin's: a light tone, or too little contrast */
export function dialogColours(tone: HeaderTone | null): (CSSProperties & Record<`--color-${string}`, string>) | null {
  if (tone === null) return null;
  const { background, ink } = tone;
  const isReadable = (colour: string) => contrastRatio(colour, background) >= READABLE;
  if (luminance(background) >= luminance(ink) || !isReadable(ink)) return null;
  return {
    '--color-background': background,
    '--color-surface': background,
    '--color-ink': ink,
    '--color-ink-quiet': [0.72, 0.84].map((share) => mix(ink, background, share)).find(isReadable) ?? ink,
    '--color-line': mix(ink, background, 0.24),
    '--color-primary': ink,
    '--color-on-primary': background,
  };
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function mix(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  const parts = channelsOf(one).map((part, at) => Math.round(part * share + (others[at] ?? 0) * (1 - share)));
  return `#${toHex(Uint8Array.from(parts))}`;
}

/** WCAG 2: 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
