import { encode } from 'uqr';

/** Margin that scanners need, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Sharp at 200 CSS px on a display with 3 device pixels each. */
const PIXELS_PER_CELL = 16;

/**
 * The QR code of a web address for an `<img>`. WeChat reads and saves a long-pressed picture reliably only as a bitmap.
 * @returns the data URL of a PNG, `null` where the browser has no canvas
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
