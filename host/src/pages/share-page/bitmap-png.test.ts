import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bitmapPng } from './bitmap-png.ts';

/** Reads a PNG as its specification says, checking every chunk's sum. */
function readPng(png: Buffer) {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

describe('bitmapPng', () => {
  it.each([
    ['one dark cell', [[true]], 8, Array.from({ length: 8 }, () => '0000')],
    ['a checkered square', [[true, false], [false, true]], 4, ['000f', '000f', '000f', '000f', '00f0', '00f0', '00f0', '00f0']],
    ['a width that fills no whole byte', [[true, false, true], [false, false, false], [true, true, true]], 1, ['005f', '00ff', '001f']],
  ])('draws %s', (_, dark, scale, rows) => {
    const chunks = readPng(Buffer.from(bitmapPng(dark, scale)));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(chunks[0]?.data.readUInt32BE(0)).toBe(dark.length * scale);
    const pixels = inflateSync(chunks[1]?.data ?? Buffer.alloc(0));
    expect(pixels.toString('hex')).toBe(rows.join(''));
  });

  it('spans more than one stored block', () => {
    const side = 800;
    const dark = Array.from({ length: side }, () => Array.from({ length: side }, () => true));
    const idat = readPng(Buffer.from(bitmapPng(dark, 1)))[1];
    expect(inflateSync(idat?.data ?? Buffer.alloc(0))).toHaveLength(side * (side / 8 + 1));
  });
});
