import { encode } from 'uqr';
import { bitmapPng } from './bitmap-png.ts';

/** The quiet zone that scanners need around a code, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Sharp on a three-fold display at 200 px. */
const PIXELS_PER_CELL = 16;

/** A QR code of a web address as the address of a picture, for an `<img>`. */
export function qrPicture(address: string): string {
  const { data } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const bytes = bitmapPng(data, PIXELS_PER_CELL);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(binary)}`;
}
