/** Bytes that one stored (uncompressed) deflate block may hold. */
const STORED_BLOCK_MAX = 0xffff;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * A black and white square picture as PNG bytes: one bit per pixel, uncompressed. WeChat reads and saves a pressed
 * picture reliably only when it is a raster `<img>`, and a canvas may be missing or refused.
 * @param dark rows of the picture, `true` for a dark cell
 * @param scale pixels per cell
 */
export function bitmapPng(dark: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const side = dark.length * scale;
  const rowBytes = Math.ceil(side / 8);
  const rows = new Uint8Array((rowBytes + 1) * side).fill(0xff);
  for (let y = 0; y < side; y += 1) {
    const start = y * (rowBytes + 1);
    rows[start] = 0; // no filter
    for (let x = 0; x < side; x += 1) {
      if (!dark[Math.floor(y / scale)]?.[Math.floor(x / scale)]) continue;
      const at = start + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = [...bigEndian(side), ...bigEndian(side), 1, 0, 0, 0, 0];
  return Uint8Array.from([...SIGNATURE, ...chunk('IHDR', header), ...chunk('IDAT', storedZlib(rows)), ...chunk('IEND', [])]);
}

function storedZlib(data: Uint8Array): number[] {
  const bytes = [0x78, 0x01];
  for (let at = 0; at < data.length; at += STORED_BLOCK_MAX) {
    const block = data.subarray(at, at + STORED_BLOCK_MAX);
    const last = at + STORED_BLOCK_MAX >= data.length;
    bytes.push(last ? 1 : 0, block.length & 0xff, block.length >> 8, ~block.length & 0xff, (~block.length >> 8) & 0xff);
    for (const byte of block) bytes.push(byte); // not spread: engines bound the number of arguments
  }
  bytes.push(...bigEndian(adler32(data)));
  return bytes;
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...[...type].map((letter) => letter.charCodeAt(0)), ...data];
  return [...bigEndian(data.length), ...body, ...bigEndian(crc32(body))];
}

function bigEndian(value: number): number[] {
  return [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
