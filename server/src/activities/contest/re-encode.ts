import { open, type FileHandle } from 'node:fs/promises';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import sharp, { type Metadata } from 'sharp';
import { processingSlots } from './processing-slots.ts';

/** Why an upload isn't kept: its kind, or its size in pixels. */
export class UnfitPicture extends Error {
  override name = 'UnfitPicture';
  readonly because: 'type' | 'size';

  constructor(because: 'type' | 'size') {
    super(because);
    this.because = because;
  }
}

/** What is kept of an upload: always a JPEG without metadata, upright, its long side within the contest's terms. */
export type Picture = { content: Buffer; width: number; height: number };

/** The sensors of today's phones stay within this, 48 megapixels included; decoded it is 200 MB at most. */
const MOST_PIXELS = 50_000_000;
/** Pictures above this are worked on alone. */
const LARGE_PIXELS = 24_000_000;
const SLOTS = 2;
const LONGEST_S = 20;
const QUALITY = 84;

/** How each kind begins, a byte per character. */
const PNG = '\x89PNG\r\n\x1a\n';
const JPEG = '\xff\xd8\xff';
const WEBP = /^RIFF[^]{4}WEBP/;

// A picture is worked on once and never again.
sharp.cache(false);
sharp.concurrency(1);

const takeSlots = processingSlots(SLOTS);

/**
 * Reads an uploaded file and writes it anew: what isn't pixels stays behind, EXIF with the place it was taken at, and
 * whatever else a file may carry. Few are worked on at a time, the rest wait as files, so memory stays bounded.
 * @param signal nobody waits for it any more
 * @throws UnfitPicture for what isn't one still JPEG, PNG or WebP image, by its first bytes and by its content, or has
 *   too many pixels
 */
export async function reEncode(path: string, signal: AbortSignal): Promise<Picture> {
  const format = await formatOf(path);
  if (format === null) throw new UnfitPicture('type');
  const { width, height, pages = 1, format: read } = await metadataOf(path);
  if (read !== format || pages > 1) throw new UnfitPicture('type');
  if (width * height > MOST_PIXELS) throw new UnfitPicture('size');

  const release = await takeSlots(width * height > LARGE_PIXELS ? SLOTS : 1, signal);
  try {
    const { data, info } = await sharp(path, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' })
      .autoOrient()
      .resize({ width: uploadTerms.longSidePx, height: uploadTerms.longSidePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: LONGEST_S })
      .toBuffer({ resolveWithObject: true })
      .catch(asUnfit);
    return { content: data, width: info.width, height: info.height };
  } finally {
    release();
  }
}

/** @returns by the first bytes; `null` for anything else, an animated PNG among it */
async function formatOf(path: string): Promise<'jpeg' | 'png' | 'webp' | null> {
  const file = await open(path);
  try {
    const head = (await readAt(file, 0, 16)).toString('latin1');
    if (head.startsWith(PNG)) return (await isAnimatedPng(file)) ? null : 'png';
    if (head.startsWith(JPEG)) return 'jpeg';
    return WEBP.test(head) ? 'webp' : null;
  } finally {
    await file.close();
  }
}

/** Chunks of a PNG before its pixels; a file with more is made to be tedious. */
const MOST_CHUNKS = 500;

/** An animated PNG says so before its first pixels, in a chunk of its own: 4 bytes of length, 4 of type, content, 4 of checksum. */
async function isAnimatedPng(file: FileHandle): Promise<boolean> {
  let at = 8;
  for (let chunks = 0; chunks < MOST_CHUNKS; chunks += 1) {
    const head = await readAt(file, at, 8);
    const type = head.toString('latin1', 4);
    if (head.length < 8 || type === 'IDAT') return false;
    if (type === 'acTL') return true;
    at += 12 + head.readUInt32BE(0);
  }
  return true;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Reads the file's head and decodes nothing. */
async function metadataOf(path: string): Promise<Metadata> {
  return sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata().catch(asUnfit);
}

/** What the decoder refuses is no picture; a process out of memory or files is another matter. */
function asUnfit(error: unknown): never {
  if (error instanceof Error && !('code' in error)) throw new UnfitPicture('type');
  throw error;
}
