import { readFile } from 'node:fs/promises';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import sharp from 'sharp';
import { refuse } from '../../edge/refusal.ts';
import { createTurns } from '../../bounds/turns.ts';

/** Phones have up to 48 megapixels: 200 MB decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE_PX = 16_384;
/** Larger pictures are processed alone. */
const LARGE_PIXELS = 24_000_000;
/** Each takes a thread of libuv's pool, which has four (`COMPRESSIONS_AT_ONCE`). */
export const PICTURES_AT_ONCE = 2;
const ENCODE_LIMIT_S = 20;
const QUALITY = 84;

/** By their first bytes, as latin1: nothing else reaches a decoder. At most so many of what costs it most. */
const kinds = [
  // A decoder processes the whole picture for each scan, however little is in it; encoders write about ten.
  { format: 'jpeg', begins: /^\xff\xd8\xff/, costly: /\xff\xda\0/g, most: 32 },
  // Each compressed text may unpack to 8 MB.
  { format: 'png', begins: /^\x89PNG\r\n/, costly: /[zi]TXt/g, most: 8 },
  { format: 'webp', begins: /^RIFF[^]{4}WEBP/, costly: /ANMF/g, most: 1 },
] as const;

// No picture is processed twice.
sharp.cache(false);
sharp.concurrency(1);

const turns = createTurns({ name: 'pictures', atOnce: PICTURES_AT_ONCE });

/** @property sender for fair turns: the user; @property signal aborted when the client disconnects */
type Waiting = { sender: string; signal: AbortSignal };

/**
 * Encodes an uploaded picture's pixels as a new JPEG without EXIF. `PICTURES_AT_ONCE` bounds memory: other uploads wait
 * as files.
 * @throws Refusal 400 or 413 unless it is one still JPEG, PNG or WebP image within the pixel limits
 */
export async function reEncode(path: string, waiting: Waiting): Promise<Buffer> {
  const pixels = await turns.run(() => inspect(path), waiting);
  return turns.run(() => encode(path), { ...waiting, slots: pixels > LARGE_PIXELS ? PICTURES_AT_ONCE : 1 });
}

async function inspect(path: string): Promise<number> {
  const content = (await readFile(path)).toString('latin1');
  const kind = kinds.find(({ begins }) => begins.test(content));
  if (kind === undefined || hasMore(content, kind.costly, kind.most) || isAnimatedPng(content))
    throw refuse.notPicture();
  const picture = sharp(path, { limitInputPixels: false, failOn: 'error' });
  const { width, height, format } = await picture.metadata().catch(asRefusal);
  if (format !== kind.format) throw refuse.notPicture();
  if (Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_PIXELS) throw refuse.tooLarge();
  return width * height;
}

/** Stops there: a file may hold millions. */
function hasMore(content: string, part: RegExp, most: number): boolean {
  let found = 0;
  for (const _ of content.matchAll(part)) if ((found += 1) > most) return true;
  return false;
}

/** The decoder would take its first frame. */
function isAnimatedPng(content: string): boolean {
  const control = content.indexOf('acTL');
  return control >= 0 && control < content.indexOf('IDAT');
}

/** Upright, without metadata. */
async function encode(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({ width: uploadTerms.longSidePx, height: uploadTerms.longSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: ENCODE_LIMIT_S })
    .toBuffer()
    .catch(asRefusal);
}

/**
 * Decoder errors mean the file is no picture. System errors and timeouts are passed on: a retry may succeed.
 * @throws Refusal 400, or `error`
 */
export function asRefusal(error: unknown): never {
  if (error instanceof Error && !('code' in error) && !error.message.startsWith('timeout:')) throw refuse.notPicture();
  throw error;
}
