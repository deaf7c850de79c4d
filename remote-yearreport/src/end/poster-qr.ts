import { encode } from 'uqr';
import { POSTER_EDGE, POSTER_SIZE } from './poster-size.ts';

const SIDE = 190;
const LEFT = POSTER_SIZE.width - POSTER_EDGE - SIDE;
const TOP = POSTER_SIZE.height - POSTER_EDGE - SIDE;
const DARK = '#0b1030';

/** One module of the code as it is drawn: its square's corner and side in px of the poster. */
export type QrModule = { dark: boolean; x: number; y: number; side: number };

/** Where each module of a link's code stands on the poster, its quiet edge included. */
export function qrModules(link: string): QrModule[] {
  const { data, size } = encode(link, { ecc: 'M', border: 2 });
  const side = Math.floor(SIDE / size);
  const inset = Math.floor((SIDE - side * size) / 2);
  return data.flatMap((row, y) => row.map((dark, x) => ({ dark, x: LEFT + inset + x * side, y: TOP + inset + y * side, side })));
}

/** Draws the link's code into the poster's lower right corner, dark on white, as every reader knows it. */
export function drawPosterQr(brush: Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>, link: string): void {
  brush.fillStyle = '#ffffff';
  brush.fillRect(LEFT, TOP, SIDE, SIDE);
  brush.fillStyle = DARK;
  for (const { dark, x, y, side } of qrModules(link)) if (dark) brush.fillRect(x, y, side, side);
}
