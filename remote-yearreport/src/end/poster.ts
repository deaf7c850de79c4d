import { copy } from '../copy.ts';
import night from './poster-night.svg?raw';
import { drawPosterQr, POSTER_EDGE as EDGE, POSTER_SIZE } from './poster-qr.ts';

interface PosterContent {
  /** Parts of a sentence with a figure; `null`: no slide has one. */
  headline: readonly string[] | null;
  keywords: readonly string[];
  link: string;
}

const CHIPS = 4;
/** At most, of its text: two fill a row. */
const CHIP_WIDTH = 253;
/** The fridge begins below. */
const CHIPS_END = 650;

/**
 * Draws the poster.
 * @param style of an element in the night: font and skin colours
 * @returns a JPEG data URL, for WeChat's long press; `null` where the browser refuses a canvas
 * @throws where a picture can't be decoded
 */
export async function createPoster(content: PosterContent, style: CSSStyleDeclaration): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = POSTER_SIZE.width;
  canvas.height = POSTER_SIZE.height;
  const brush = canvas.getContext('2d');
  if (brush === null) return null;
  const background = new Image();
  background.src = `data:image/svg+xml,${encodeURIComponent(night.replace(/var\((.+?)\)/g, (_, name: string) => style.getPropertyValue(name)))}`;
  await background.decode();
  brush.drawImage(background, 0, 0);
  drawText(brush, content, style);
  drawPosterQr(brush, content.link);
  // Encoded off the main thread.
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  // Frees 3.4 MB before garbage collection.
  canvas.width = 0;
  if (file === null) return null;
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.addEventListener('loadend', resolve);
    reader.readAsDataURL(file);
  });
  const poster = new Image();
  poster.src = String(reader.result);
  // Else its frame is empty at first.
  await poster.decode();
  return poster.src;
}

function drawText(brush: CanvasRenderingContext2D, content: PosterContent, style: CSSStyleDeclaration): void {
  const width = POSTER_SIZE.width - 2 * EDGE;
  const type = (size: number, weight: number, colour = '--text') => {
    brush.font = `${weight} ${size}px ${style.fontFamily}`;
    brush.fillStyle = style.getPropertyValue(colour).trim();
  };
  type(34, 700);
  brush.fillText(copy['host.card.report.title'], EDGE, 108, width);
  type(34, 700, '--gold');
  brush.fillRect(EDGE, 134, 56, 6);

  let y = 224;
  if (content.headline !== null) {
    const [before = '', figure = '', ...rest] = content.headline;
    const after = rest.join('');
    type(34, 400);
    y = writeLines(brush, before, y, width, 46);
    let size = 190;
    do {
      size -= 6;
      type(size, 800, '--gold');
    } while (brush.measureText(figure).width > width - 130 && size > 60);
    y += size * 0.86;
    brush.fillText(figure, EDGE - size * 0.04, y);
    const end = EDGE + brush.measureText(figure).width + 16;
    type(34, 400);
    const wraps = after.length > 3;
    if (wraps) y += 56;
    brush.fillText(after, wraps ? EDGE : end, y);
    y += 62;
  }
  let x = EDGE;
  type(27, 700);
  for (const [at, keyword] of content.keywords.slice(0, CHIPS).entries()) {
    if (y > CHIPS_END) break;
    const chip = Math.min(brush.measureText(keyword).width, CHIP_WIDTH);
    type(27, 700, '--gold');
    brush.globalAlpha = 0.18;
    brush.fillRect(x, y, chip + 40, 52);
    brush.globalAlpha = 1;
    type(27, 700);
    brush.fillText(keyword, x + 20, y + 36, chip);
    // Two in a row.
    x = at % 2 === 0 ? x + chip + 54 : EDGE;
    if (at % 2 === 1) y += 66;
  }

  type(30, 700);
  const line = writeLines(brush, copy['report.end.line'], POSTER_SIZE.height - EDGE - 132, width - 220, 42);
  type(24, 400, '--quiet');
  writeLines(brush, copy['report.poster.scan'], line + 34, width - 220, 34);
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
