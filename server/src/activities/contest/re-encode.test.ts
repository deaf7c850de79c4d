import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../edge/refusal.ts';
import { noisePicture, redOverBlue, smallPicture } from '../../testing/photos.ts';
import { asRefusal, reEncode } from './re-encode.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

const encoded = async (content: Buffer) => {
  const path = join(folder, 'picture');
  await writeFile(path, content);
  return reEncode(path, { sender: 'U1', signal: new AbortController().signal });
};

it('rejects a broken picture as unfit, but not one that timed out', async () => {
  const broken = (await smallPicture()).subarray(0, 300);
  await expect(sharp(broken).toBuffer().catch(asRefusal)).rejects.toBeInstanceOf(Refusal);
  // Takes far longer than its limit of one second.
  const long = sharp(await noisePicture(2_500, 2_500))
    .median(45)
    .timeout({ seconds: 1 });
  await expect(long.toBuffer().catch(asRefusal)).rejects.toThrow(/^timeout: /);
}, 60_000);

it.each(['jpeg', 'png', 'webp'] as const)('turns a %s upright, in the colours of its profile', async (format) => {
  const picture = await redOverBlue(60, 40)
    .withExif({ IFD0: { Model: 'Camera 12' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();
  const content = await encoded(picture);
  const { exif, xmp, icc, orientation, width, height } = await sharp(content).metadata();
  expect([width, height]).toEqual([40, 60]);
  expect({ exif, xmp, icc, orientation }).toEqual({});
  const pixels = await sharp(content).raw().toBuffer();
  // Its red half, which lies to the right now.
  const [red = 0, green = 0, blue = 0] = pixels.subarray((40 - 3) * 3);
  expect([red > 240, green < 16, blue < 16]).toEqual([true, true, true]);
});

const pngChunk = (type: string, content: Buffer) => {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  return chunk;
};
const PNG_HEAD = 33;

/** A JPEG that is sound, with its last scan repeated as a first one of its coefficients. */
async function withScans(count: number): Promise<Buffer> {
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#333' } });
  const jpeg = await plain.jpeg({ progressive: true }).toBuffer();
  const scan = Buffer.from(jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2));
  scan[1 + scan.readUInt16BE(2)] = 0;
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), jpeg.subarray(-2)]);
}

/** A PNG with texts that are far larger than they look. */
async function withTexts(count: number): Promise<Buffer> {
  const png = await smallPicture('png');
  const text = pngChunk('tEXt', Buffer.from('k\0x'));
  const packed = pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(100_000))]));
  const texts = Array.from({ length: count }, () => packed);
  return Buffer.concat([png.subarray(0, PNG_HEAD), text, ...texts, png.subarray(PNG_HEAD)]);
}

describe('what costs a decoder far more than its pixels', () => {
  it.each([
    ['scans of a JPEG', withScans, 20, 40],
    ['packed texts of a PNG', withTexts, 5, 400],
  ] as const)('%s: some are taken, many refused', async (_, pictureWith, some, many) => {
    expect(await sharp(await encoded(await pictureWith(some))).metadata()).toMatchObject({ width: 64 });
    await expect(encoded(await pictureWith(many))).rejects.toBeInstanceOf(Refusal);
  });
});
