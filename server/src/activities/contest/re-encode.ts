import { readFile, writeFile } from 'node:fs/promises';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import sharp from 'sharp';
import { barePicture } from './bare-picture.ts';
import { processingSlots } from './processing-slots.ts';

/** Why an upload isn't kept: its kind, or its size in pixels. */
export class UnfitPicture extends Error {
  override name = 'UnfitPicture';
  readonly reason: 'type' | 'size';

  constructor(reason: 'type' | 'size') {
    super(reason);
    this.reason = reason;
  }
}

/** What is kept of an upload: always a JPEG without metadata, upright, its long side within the contest's terms. */
export type Picture = { content: Buffer; width: number; height: number };

/** The sensors of today's phones stay within this, 48 megapixels included; decoded it is 200 MB at most. */
const MOST_PIXELS = 50_000_000;
/** Wider than a phone's panorama. Rows or columns beyond that cost time for a picture that nobody can see. */
const MOST_SIDE_PX = 16_384;
/** Pictures above this are worked on alone. */
const LARGE_PIXELS = 24_000_000;
const SLOTS = 2;
const LONGEST_S = 20;
const QUALITY = 84;

// A picture is worked on once and never again.
sharp.cache(false);
sharp.concurrency(1);

const takeSlots = processingSlots(SLOTS);

/** @property userId whose upload it is: users take turns; @property signal nobody waits for it any more */
type Waiting = { userId: string; signal: AbortSignal };

/**
 * Reads an uploaded file and writes it anew: what isn't pixels stays behind, EXIF with the place it was taken at, and
 * whatever else a file may carry. Few are worked on at a time, the rest wait as files, so memory stays bounded; nothing
 * of a file is looked at before its turn.
 * @param path may be written over
 * @throws UnfitPicture for what isn't one still JPEG, PNG or WebP image, by its first bytes and by its content, or has
 *   too many pixels
 */
export async function reEncode(path: string, waiting: Waiting): Promise<Picture> {
  const pixels = await inSlots(1, waiting, () => inspect(path));
  return inSlots(pixels > LARGE_PIXELS ? SLOTS : 1, waiting, () => encode(path));
}

async function inSlots<Result>(count: number, { userId, signal }: Waiting, work: () => Promise<Result>): Promise<Result> {
  const release = await takeSlots(count, userId, signal);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Takes out of the file what isn't needed, and reads its head; decodes nothing. @returns its pixels */
async function inspect(path: string): Promise<number> {
  const whole = await readFile(path);
  const bytes = whole.length;
  const bare = barePicture(whole);
  if (bare === null) throw new UnfitPicture('type');
  if (bare.content.length < bytes) await writeFile(path, bare.content);
  const { width, height, format } = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata().catch(asUnfit);
  if (format !== bare.format) throw new UnfitPicture('type');
  if (Math.max(width, height) > MOST_SIDE_PX || width * height > MOST_PIXELS) throw new UnfitPicture('size');
  return width * height;
}

async function encode(path: string): Promise<Picture> {
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
}

/**
 * What the decoder refuses is no picture. A process out of memory or files is another matter, and so is a picture that
 * took too long (`LONGEST_S`): the machine may have been busy, and the same picture may be sent again.
 * @throws UnfitPicture, or the error as it is
 */
export function asUnfit(error: unknown): never {
  if (error instanceof Error && !('code' in error) && !error.message.startsWith('timeout:')) throw new UnfitPicture('type');
  throw error;
}
