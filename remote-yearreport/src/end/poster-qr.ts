import { encode } from 'uqr';

/** Canvas px. */
export const POSTER_SIZE = { width: 720, height: 1180 } as const;
export const POSTER_EDGE = 60;
const SIDE = 190;
const LEFT = POSTER_SIZE.width - POSTER_EDGE - SIDE;
const TOP = POSTER_SIZE.height - POSTER_EDGE - SIDE;

/** The squares of a link's QR code, px of the poster. */
export function qrModules(link: string) {
  const { data, size } = encode(link, { ecc: 'M', border: 2 });
  const side = Math.floor(SIDE / size);
  const inset = Math.floor((SIDE - side * size) / 2);
  return data.flatMap((row, y) =>
    row.map((dark, x) => ({ dark, x: LEFT + inset + x * side, y: TOP + inset + y * side, side })),
  );
}

export function drawPosterQr(brush: CanvasRenderingContext2D, link: string): void {
  brush.fillStyle = '#ffffff';
  brush.fillRect(LEFT, TOP, SIDE, SIDE);
  brush.fillStyle = '#0b1030';
  for (const { dark, x, y, side } of qrModules(link)) if (dark) brush.fillRect(x, y, side, side);
}
