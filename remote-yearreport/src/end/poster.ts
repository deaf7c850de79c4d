import night from './poster-night.svg?raw';
import { drawPosterQr, POSTER_EDGE as EDGE, POSTER_SIZE } from './poster-qr.ts';

export interface PosterContent {
  title: string;
  /** `null`: no slide has a figure. */
  headline: readonly [before: string, figure: string, after: string] | null;
  keywords: readonly string[];
  wish: string;
  scan: string;
  link: string;
}

const CHIP_GAP = 14;
/** The fridge begins below. */
const CHIPS_END = 650;

/**
 * Draws the poster.
 * @param style of an element in the night: font and skin colours
 * @returns a JPEG data URL, for WeChat's long press; `null` where the browser refuses a canvas
 */
export async function createPoster(content: PosterContent, style: CSSStyleDeclaration): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = POSTER_SIZE.width;
  canvas.height = POSTER_SIZE.height;
  const brush = canvas.getContext('2d');
  if (brush === null) return null;
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const background = new Image();
  background.src = `data:image/svg+xml,${encodeURIComponent(night.replace(/var\((.+?)\)/g, (_, name: string) => colour(name)))}`;
  await background.decode();
  brush.drawImage(background, 0, 0);
  drawText(
    brush,
    content,
    { text: colour('--text'), quiet: colour('--quiet'), gold: colour('--gold') },
    style.fontFamily,
  );
  drawPosterQr(brush, content.link);
  // Encoded off the main thread.
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  // Frees 3.4 MB before garbage collection.
  canvas.width = 0;
  return file && dataUrlOf(file);
}

function dataUrlOf(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.readAsDataURL(file);
  });
}

type Colours = Record<'text' | 'quiet' | 'gold', string>;

function drawText(brush: CanvasRenderingContext2D, content: PosterContent, colours: Colours, font: string): void {
  const width = POSTER_SIZE.width - 2 * EDGE;
  const type = (size: number, weight: number, colour: string) => {
    brush.font = `${weight} ${size}px ${font}`;
    brush.fillStyle = colour;
  };
  type(34, 700, colours.text);
  brush.fillText(content.title, EDGE, 108, width);
  brush.fillStyle = colours.gold;
  brush.fillRect(EDGE, 134, 56, 6);

  let y = 224;
  if (content.headline !== null) {
    const [before, figure, after] = content.headline;
    type(34, 400, colours.text);
    y = writeLines(brush, before, y, width, 46);
    let size = 190;
    do {
      size -= 6;
      type(size, 800, colours.gold);
    } while (brush.measureText(figure).width > width - 130 && size > 60);
    y += size * 0.86;
    brush.fillText(figure, EDGE - size * 0.04, y);
    const end = EDGE + brush.measureText(figure).width + 16;
    type(34, 400, colours.text);
    const wraps = after.length > 3;
    if (wraps) y += 56;
    brush.fillText(after, wraps ? EDGE : end, y);
    y += 62;
  }
  type(27, 700, colours.text);
  const chips = content.keywords.map((keyword) => ({ keyword, width: brush.measureText(keyword).width + 40 }));
  for (const row of chipRows(chips, width, CHIP_GAP)) {
    if (y > CHIPS_END) break;
    let x = EDGE;
    for (const chip of row) {
      brush.fillStyle = colours.gold;
      brush.globalAlpha = 0.18;
      brush.fillRect(x, y, chip.width, 52);
      brush.globalAlpha = 1;
      brush.fillStyle = colours.text;
      brush.fillText(chip.keyword, x + 20, y + 36, chip.width - 40);
      x += chip.width + CHIP_GAP;
    }
    y += 66;
  }

  type(30, 700, colours.text);
  const line = writeLines(brush, content.wish, POSTER_SIZE.height - EDGE - 132, width - 220, 42);
  type(24, 400, colours.quiet);
  writeLines(brush, content.scan, line + 34, width - 220, 34);
}

/** Breaks behind commas. @returns the next baseline */
function writeLines(brush: CanvasRenderingContext2D, text: string, y: number, width: number, leading: number): number {
  const lines: string[] = [];
  for (const piece of text.match(/[^，]+，?/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && brush.measureText(last + piece).width <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  for (const [at, line] of lines.entries()) brush.fillText(line, EDGE, y + at * leading, width);
  return y + (lines.length - 1) * leading + 8;
}

/** Fills as few rows as possible, evenly: no chip is alone in the last row. */
export function chipRows<Chip extends { width: number }>(chips: readonly Chip[], width: number, gap: number): Chip[][] {
  const fill = (most: number): Chip[][] => {
    const rows: Chip[][] = [];
    let used = Infinity;
    for (const chip of chips) {
      const row = rows.at(-1);
      if (row !== undefined && row.length < most && used + gap + chip.width <= width) {
        row.push(chip);
        used += gap + chip.width;
      } else {
        rows.push([chip]);
        used = chip.width;
      }
    }
    return rows;
  };
  const { length: least } = fill(Infinity);
  let most = Math.ceil(chips.length / Math.max(1, least));
  while (fill(most).length > least) most += 1;
  return fill(most);
}
