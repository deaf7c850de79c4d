import { encode } from 'uqr';

/** The quiet zone that scanners need around a code, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Sharp on a three-fold display at 200 px. */
const PIXELS_PER_CELL = 16;

/**
 * A QR code of a web address as the address of a picture, for an `<img>`: WeChat reads and saves a pressed picture
 * reliably only when it is a raster one.
 * @returns a PNG, or `null` where the browser refuses a canvas
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
