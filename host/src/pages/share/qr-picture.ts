import { encode } from 'uqr';

/** Margin for scanners, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Sharp at 200 CSS px with 3 device pixels each. */
const PIXELS_PER_CELL = 16;

/**
 * WeChat reads and saves a long-pressed picture reliably only as a bitmap.
 * @returns a PNG's data URL, `null` without a canvas
 */
export function qrPicture(address: string, page: Document = document): string | null {
  const { data } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const canvas = page.createElement('canvas');
  canvas.width = data.length * PIXELS_PER_CELL;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * PIXELS_PER_CELL, y * PIXELS_PER_CELL, PIXELS_PER_CELL, PIXELS_PER_CELL);
    }),
  );
  return canvas.toDataURL('image/png');
}
