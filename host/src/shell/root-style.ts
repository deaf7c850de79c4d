import type { HeaderTone, Skin } from '@fridge/shared-contracts';

/** The browser's bar gets the activity's tone, else the background; dialogs a dark activity's (look, "Skins"). */
export function applySkin(skin: Skin, tone: HeaderTone | null): void {
  const root = document.documentElement;
  if (root.dataset['skin'] !== String(skin)) root.dataset['skin'] = String(skin);
  const dialogs = dialogColours(tone);
  root.toggleAttribute('data-toned', dialogs !== null);
  for (const [name, value] of Object.entries(dialogs ?? {})) root.style.setProperty(name, value);
  const colour = tone?.background ?? getComputedStyle(root).getPropertyValue('--color-background').trim();
  if (colour) themeColor().content = colour;
}

function themeColor(): HTMLMetaElement {
  const existing = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (existing) return existing;
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  document.head.append(meta);
  return meta;
}

/** Publishes `--page-width`: with `100vw`, which includes the scrollbar, the page would scroll sideways. */
export function publishPageWidth(): void {
  publishSize('--page-width', document.documentElement, 'clientWidth');
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

/** Minimum text contrast (WCAG 2, AA). */
const READABLE = 4.5;

type Colour = readonly [red: number, green: number, blue: number];

/** @returns `null` for the skin's colours: a light tone, or too little contrast */
export function dialogColours(tone: HeaderTone | null): Readonly<Record<`--${string}`, string>> | null {
  if (tone === null) return null;
  const [background, ink] = [readColour(tone.background), readColour(tone.ink)];
  if (luminance(background) >= luminance(ink) || contrastOf(background, ink) < READABLE) return null;
  const quiet =
    [0.72, 0.84]
      .map((share) => mix(ink, background, share))
      .find((colour) => contrastOf(colour, background) >= READABLE) ?? ink;
  return {
    '--dialog-surface': writeColour(background),
    '--dialog-ink': writeColour(ink),
    '--dialog-ink-quiet': writeColour(quiet),
    '--dialog-line': writeColour(mix(ink, background, 0.24)),
  };
}

function readColour(text: string): Colour {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

const writeColour = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share);
  return [part(0), part(1), part(2)];
}

/** WCAG 2: 1 to 21. */
export const contrastRatio = (one: string, other: string) => contrastOf(readColour(one), readColour(other));

function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
