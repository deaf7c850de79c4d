import type { HeaderTone } from '@fridge/shared-contracts';

/** Minimum text contrast (WCAG 2, AA). */
const READABLE = 4.5;

type Colour = readonly [red: number, green: number, blue: number];

/** @returns `null` for the skin's colours: a light tone, or too little contrast */
export function dialogColours(tone: HeaderTone | null): Readonly<Record<`--${string}`, string>> | null {
  if (tone === null) return null;
  const [background, ink] = [readColour(tone.background), readColour(tone.ink)];
  if (luminance(background) >= luminance(ink) || contrastOf(background, ink) < READABLE) return null;
  const quiet = [0.72, 0.84].map((share) => mix(ink, background, share)).find((colour) => contrastOf(colour, background) >= READABLE) ?? ink;
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

const writeColour = (colour: Colour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

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
