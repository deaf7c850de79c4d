import { chipRows } from './chip-rows.ts';
import { drawPosterQr } from './poster-qr.ts';
import { POSTER_EDGE as EDGE, POSTER_SIZE } from './poster-size.ts';

export interface PosterContent {
  title: string;
  /** What stands in front of the figure, the figure, and what follows it; `null` where there is none. */
  headline: readonly [before: string, figure: string, after: string] | null;
  keywords: readonly string[];
  wish: string;
  scan: string;
  link: string;
}

/** Colours of the skin's night, as CSS writes them. */
export type PosterColours = Record<'skyTop' | 'skyLow' | 'skyEdge' | 'text' | 'quiet' | 'gold' | 'body' | 'bodyShade' | 'handle' | 'display' | 'counter', string>;

const FLOOR = 900;
const CHIP_GAP = 14;

/** Draws the picture to share. The canvas is the caller's, so that nothing of the page is kept. */
export function drawPoster(brush: CanvasRenderingContext2D, content: PosterContent, colours: PosterColours, font: string): void {
  const { width, height } = POSTER_SIZE;
  const type = (size: number, weight: number, colour: string) => {
    brush.font = `${weight} ${size}px ${font}`;
    brush.fillStyle = colour;
  };
  drawNight(brush, colours);
  drawFridge(brush, colours);

  brush.textBaseline = 'alphabetic';
  type(34, 700, colours.text);
  brush.fillText(content.title, EDGE, 108, width - 2 * EDGE);
  brush.fillStyle = colours.gold;
  brush.fillRect(EDGE, 134, 56, 6);

  let y = 224;
  if (content.headline !== null) {
    const [before, figure, after] = content.headline;
    type(34, 400, colours.text);
    y = writeLines(brush, before, EDGE, y, width - 2 * EDGE, 46);
    let size = 190;
    do {
      size -= 6;
      type(size, 800, colours.gold);
    } while (brush.measureText(figure).width > width - 2 * EDGE - 130 && size > 60);
    y += size * 0.86;
    brush.fillText(figure, EDGE - size * 0.04, y);
    const end = EDGE + brush.measureText(figure).width + 16;
    type(34, 400, colours.text);
    brush.fillText(after, after.length > 3 ? EDGE : end, after.length > 3 ? (y += 56) : y);
    y += 62;
  }
  type(27, 700, colours.text);
  const chips = content.keywords.map((keyword) => ({ keyword, chip: brush.measureText(keyword).width + 40 }));
  for (const row of chipRows(chips.map(({ chip }) => chip), width - 2 * EDGE, CHIP_GAP)) {
    if (y > FLOOR - 250) break;
    let x = EDGE;
    for (const { keyword, chip } of row.flatMap((at) => chips[at] ?? [])) {
      brush.fillStyle = colours.gold;
      brush.globalAlpha = 0.18;
      brush.fillRect(x, y, chip, 52);
      brush.globalAlpha = 1;
      brush.fillStyle = colours.text;
      brush.fillText(keyword, x + 20, y + 36, chip - 40);
      x += chip + CHIP_GAP;
    }
    y += 66;
  }

  drawPosterQr(brush, content.link);
  type(30, 700, colours.text);
  let line = height - EDGE - 132;
  line = writeLines(brush, content.wish, EDGE, line, width - 2 * EDGE - 220, 42);
  type(24, 400, colours.quiet);
  writeLines(brush, content.scan, EDGE, line + 34, width - 2 * EDGE - 220, 34);
}

/** Sky, moon, stars, the worktop, and the wedge of light that falls from the door onto the number. */
function drawNight(brush: CanvasRenderingContext2D, { skyTop, skyLow, skyEdge, gold, counter, text }: PosterColours): void {
  const { width, height } = POSTER_SIZE;
  const sky = brush.createLinearGradient(0, 0, 0, FLOOR);
  sky.addColorStop(0, skyTop);
  sky.addColorStop(0.6, skyLow);
  sky.addColorStop(1, skyEdge);
  brush.fillStyle = sky;
  brush.fillRect(0, 0, width, height);
  brush.fillStyle = text;
  for (let star = 0; star < 46; star += 1) {
    brush.globalAlpha = 0.25 + ((star * 29) % 60) / 100;
    disc(brush, (star * 157) % width, (star * 211) % (FLOOR - 260), 1 + (star % 3) * 0.7);
  }
  brush.globalAlpha = 1;
  brush.fillStyle = '#fff6df';
  disc(brush, width - 110, 96, 38);
  brush.fillStyle = '#e9dcc0';
  for (const [x, y, radius] of [[-11, -8, 7.5], [13, 11, 10.5], [11, -17, 4.5]] as const) disc(brush, width - 110 + x, 96 + y, radius);

  const reach = brush.createRadialGradient(480, 700, 20, 480, 700, 760);
  reach.addColorStop(0, gold);
  reach.addColorStop(1, 'rgba(255, 217, 138, 0)');
  brush.fillStyle = reach;
  // Many faint wedges, one within the other, make an edge that fades.
  for (let spread = 340; spread > 60; spread -= 20) {
    brush.globalAlpha = 0.026;
    brush.beginPath();
    brush.moveTo(470, 560);
    brush.lineTo(-80, 240 - spread / 2 + 60);
    brush.lineTo(-80, 240 + spread + 260);
    brush.lineTo(470, 800);
    brush.fill();
  }
  brush.globalAlpha = 1;
  brush.fillStyle = counter;
  brush.fillRect(0, FLOOR, width, height - FLOOR);
  brush.fillStyle = gold;
  brush.globalAlpha = 0.6;
  brush.fillRect(0, FLOOR, width, 3);
  brush.globalAlpha = 1;
}

/** The product's fridge, its upper door ajar: the same lines as in shared-ui, on a canvas. */
function drawFridge(brush: CanvasRenderingContext2D, { body, bodyShade, handle, display, gold }: PosterColours): void {
  brush.save();
  brush.translate(392, 528);
  brush.scale(1.24, 1.24);
  const fillShape = (shape: Path2D) => brush.fill(shape);
  const paint = (colour: string, path: string, alpha = 1) => {
    brush.globalAlpha = alpha;
    brush.fillStyle = colour;
    fillShape(new Path2D(path));
    brush.globalAlpha = 1;
  };
  paint(bodyShade, 'M72 26h118v274H72Z');
  paint(body, 'M60 198h114a4 4 0 0 1 4 4v84a16 16 0 0 1-16 16H72a16 16 0 0 1-16-16v-84a4 4 0 0 1 4-4Z');
  paint(gold, 'M72 24h60v170H60a4 4 0 0 1-4-4V40a16 16 0 0 1 16-16Z');
  paint('#ffffff', 'M64 30h30v158H64Z', 0.55);
  paint(body, 'm164 24.2-65-6.6A10.5 10.5 0 0 0 87.5 28v165.5a9 9 0 0 0 10 9L174.4 194a4 4 0 0 0 3.6-4V40a16 16 0 0 0-14-15.8Z');
  paint(handle, 'M96 97a3 3 0 0 1 6 0v86a3 3 0 0 1-6 0ZM67 213a3 3 0 0 1 6 0v40a3 3 0 0 1-6 0Z');
  paint(display, 'M122 56h32a10 10 0 0 1 10 10v30a10 10 0 0 1-10 10h-32a10 10 0 0 1-10-10V66a10 10 0 0 1 10-10Z');
  brush.strokeStyle = gold;
  brush.lineCap = 'round';
  for (const [width, path] of [[6, 'M126 76v.1M150 76v.1'], [3, 'M131 88q7 7 14 0']] as const) {
    brush.lineWidth = width;
    brush.stroke(new Path2D(path));
  }
  brush.restore();
}

function disc(brush: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}

/** Breaks behind commas first. @returns the baseline for what comes next */
function writeLines(brush: CanvasRenderingContext2D, text: string, x: number, y: number, width: number, leading: number): number {
  let line = '';
  let baseline = y;
  for (const piece of text.match(/[^，]+，?/g) ?? []) {
    for (const part of brush.measureText(line + piece).width <= width || line === '' ? [piece] : ['\n', piece]) {
      if (part !== '\n') {
        line += part;
        continue;
      }
      brush.fillText(line, x, baseline, width);
      [line, baseline] = ['', baseline + leading];
    }
  }
  if (line !== '') {
    brush.fillText(line, x, baseline, width);
    baseline += leading;
  }
  return baseline - leading + 8;
}
