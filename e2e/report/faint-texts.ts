import type { Page } from '@playwright/test';
import sharp from 'sharp';

type Text = {
  words: string;
  ink: [number, number, number, number];
  least: number;
  box: [left: number, top: number, right: number, bottom: number];
};

/**
 * What can hardly be read where it stands: the texts of the slide in front, or of the page without slides, against the
 * picture behind them as it is painted, light, stars and city included. Large text needs 3:1, other text 4.5:1 (look);
 * a tenth of the ground may be worse, which is a star or two. Each in words; none when all is well.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: Text[] = [];
    const root = document.querySelector('[data-active=true]') ?? document.querySelector('main');
    const walker = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // A drawing brings its own ground along; what only screen readers have is clipped to a point.
      if (
        !parent ||
        !node.textContent?.trim() ||
        parent.closest('table, svg') ||
        !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const { color, fontSize, fontWeight } = getComputedStyle(parent);
      const [r = 0, g = 0, b = 0, a = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      const size = Number.parseFloat(fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom, width, height } of range.getClientRects()) {
        if (width > 1)
          found.push({
            words: node.textContent.trim().slice(0, 14),
            ink: [r, g, b, a],
            least,
            box: [left, top + 0.2 * height, right, bottom - 0.2 * height],
          });
      }
    }
    const still = new CSSStyleSheet();
    still.replaceSync('* { -webkit-text-fill-color: transparent !important; text-shadow: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    return found;
  });
  const picture = await page.screenshot({ scale: 'css' });
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });

  const faint = texts.flatMap(({ words, ink: [r, g, b, a], least, box: [left, top, right, bottom] }) => {
    const ratios: number[] = [];
    const opaqueInk = luminance(r, g, b);
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(info.height, bottom); y += 1) {
      for (let x = Math.max(0, Math.ceil(left)); x < Math.min(info.width, right); x += 1) {
        const at = (y * info.width + x) * 3;
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
        const over = (ink: number, ground: number) => ink * a + ground * (1 - a);
        const ink = a === 1 ? opaqueInk : luminance(over(r, red), over(g, green), over(b, blue));
        ratios.push(contrast(ink, luminance(red, green, blue, linearOfByte)));
      }
    }
    const worst = Float64Array.from(ratios).sort()[Math.floor(ratios.length / 10)];
    return worst === undefined || worst >= least ? [] : [`"${words}" is ${worst.toFixed(1)}:1 on what is behind it`];
  });
  return [...new Set(faint)];
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
const luminance = (red: number, green: number, blue: number, linearOf = linear) =>
  0.2126 * linearOf(red) + 0.7152 * linearOf(green) + 0.0722 * linearOf(blue);
const linear = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
/** A picture has millions of values, and 256 different ones. */
const linearOfBytes = Float64Array.from({ length: 256 }, (_, value) => linear(value));
const linearOfByte = (value: number) => linearOfBytes[value] ?? 0;
