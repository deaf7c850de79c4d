import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { redOverBlue, smallPicture } from '../../testing/photos.ts';
import { barePicture } from './bare-picture.ts';

/** `barePicture` changes its argument. */
const bare = (content: Buffer) => barePicture(Buffer.from(content));
const raw = (content: Buffer) => sharp(content, { failOn: 'error' }).raw().toBuffer();

const pngChunk = (type: string, content: Buffer) => {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  return chunk;
};
const jpegSegment = (marker: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content]);
const webpChunk = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};
const into = (content: Buffer, at: number, parts: readonly Buffer[]) =>
  Buffer.concat([content.subarray(0, at), ...parts, content.subarray(at)]);
/** A WebP header has the file's length. */
const webpOf = (parts: readonly Buffer[]) => {
  const content = Buffer.concat(parts);
  content.writeUInt32LE(content.length - 8, 4);
  return content;
};
const plainPng = async () => bare(await smallPicture('png'))?.content ?? Buffer.alloc(0);
const PNG_HEAD = 33;
const JPEG_HEAD = 2;

describe('left out', () => {
  it('are the texts of a PNG', async () => {
    const png = await plainPng();
    const text = pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(100_000))]));
    const found = bare(
      into(png, PNG_HEAD, [
        ...Array.from({ length: 400 }, () => text),
        pngChunk('iTXt', Buffer.from('x')),
        pngChunk('tEXt', Buffer.from('x')),
      ]),
    );
    expect(found?.content.equals(png)).toBe(true);
  });

  it('are comments, previews and notes of a JPEG, and what follows its end', async () => {
    const jpeg = await smallPicture('jpeg');
    const notes = [
      jpegSegment(0xfe, Buffer.from('a comment')),
      jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')),
      jpegSegment(0xed, Buffer.alloc(60_000)),
    ];
    const found = bare(Buffer.concat([into(jpeg, JPEG_HEAD, notes), Buffer.from('MOTION PHOTO')]));
    expect(found?.content.equals(jpeg)).toBe(true);
  });

  it('are unknown parts of a WebP', async () => {
    const webp = await smallPicture('webp');
    const found = bare(webpOf([webp, webpChunk('junk', Buffer.from('odd')), webpChunk('XMP ', Buffer.from('<x/>'))]));
    expect(found?.content.equals(webp)).toBe(true);
  });

  it('is metadata that is too large, or repeated', async () => {
    const png = await plainPng();
    const [large, small] = [pngChunk('eXIf', Buffer.alloc(2 * 1024 * 1024)), pngChunk('eXIf', Buffer.from('II*\0'))];
    expect(bare(into(png, PNG_HEAD, [large]))?.content.equals(png)).toBe(true);
    expect(bare(into(png, PNG_HEAD, [small, small, small]))?.content.equals(into(png, PNG_HEAD, [small]))).toBe(true);
  });
});

describe('kept', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('are orientation and colours of a %s, to the pixel', async (format) => {
    const picture = await redOverBlue(60, 40)
      .withExif({ IFD0: { Model: 'Camera 12' } })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer();
    const found = bare(picture);
    expect(found?.format).toBe(format);
    const content = found?.content ?? Buffer.alloc(0);
    const { orientation, icc, width, height } = await sharp(content).metadata();
    expect({ orientation, width, height, icc: icc?.length }).toEqual({
      orientation: 6,
      width: 60,
      height: 40,
      icc: (await sharp(picture).metadata()).icc?.length,
    });
    expect((await raw(content)).equals(await raw(picture))).toBe(true);
  });

  it.each([
    { progressive: true },
    { progressive: false, optimiseCoding: true },
    { chromaSubsampling: '4:4:4', mozjpeg: true },
  ])('is every JPEG that encoders write: %j', async (options) => {
    const jpeg = await redOverBlue(600, 400).jpeg(options).toBuffer();
    const content = bare(jpeg)?.content ?? Buffer.alloc(0);
    expect((await raw(content)).equals(await raw(jpeg))).toBe(true);
  });
});

describe('no picture', () => {
  const scans = async (count: number) => {
    const jpeg = await redOverBlue(64, 64).jpeg({ progressive: true }).toBuffer();
    const at = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const last = jpeg.subarray(at, -2);
    return into(
      jpeg,
      jpeg.length - 2,
      Array.from({ length: count }, () => last),
    );
  };
  it('is a JPEG with too many scans', async () => {
    expect(bare(await scans(2))?.format).toBe('jpeg');
    expect(bare(await scans(40))).toBeNull();
  });

  it('is a file with too many parts', async () => {
    expect(
      bare(
        into(
          await smallPicture('png'),
          PNG_HEAD,
          Array.from({ length: 30_000 }, () => pngChunk('IDAT', Buffer.alloc(0))),
        ),
      ),
    ).toBeNull();
    expect(
      bare(
        into(
          await smallPicture('jpeg'),
          JPEG_HEAD,
          Array.from({ length: 30_000 }, () => jpegSegment(0xfe, Buffer.alloc(0))),
        ),
      ),
    ).toBeNull();
    expect(
      bare(
        webpOf([
          await smallPicture('webp'),
          ...Array.from({ length: 30_000 }, () => webpChunk('junk', Buffer.alloc(0))),
        ]),
      ),
    ).toBeNull();
  });

  it.each([
    '',
    'RIFF',
    'RIFF\xff\xff\xff\xffWEBP',
    '\xff\xd8\xff',
    '\xff\xd8\xff\xff\xff\xff',
    '\xff\xd8\xff\xe0\0\0',
    '\x89PNG\r\n\x1a\n',
    '\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT',
  ])("doesn't fail: %j", (text) => {
    expect(() => bare(Buffer.from(text, 'latin1'))).not.toThrow();
  });
});
