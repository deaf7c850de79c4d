import { readFile, writeFile } from 'node:fs/promises';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import sharp from 'sharp';
import { refuse } from '../../http/refusal.ts';
import { barePicture } from './bare-picture.ts';

/** Upright, without metadata; long side at most `uploadTerms.longSidePx`. */
export type Picture = { content: Buffer; width: number; height: number };

/** Phones have up to 48 megapixels: 200 MB decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE_PX = 16_384;
/** Larger pictures are processed alone. */
const LARGE_PIXELS = 24_000_000;
const SLOTS = 2;
const ENCODE_LIMIT_S = 20;
const QUALITY = 84;

// No picture is processed twice.
sharp.cache(false);
sharp.concurrency(1);

const inSlots = processingSlots(SLOTS);

/** @property userId for fair turns; @property signal aborted when the client disconnects */
type Waiting = { userId: string; signal: AbortSignal };

/**
 * Encodes an uploaded picture's pixels as a new JPEG without EXIF. `SLOTS` bounds memory: other uploads wait as files.
 * @param path may be overwritten
 * @throws Refusal 400 or 413 unless it is one still JPEG, PNG or WebP image within the pixel limits
 */
export async function reEncode(path: string, waiting: Waiting): Promise<Picture> {
  const pixels = await inSlots(1, waiting, () => inspect(path));
  return inSlots(pixels > LARGE_PIXELS ? SLOTS : 1, waiting, () => encode(path));
}

async function inspect(path: string): Promise<number> {
  const whole = await readFile(path);
  const bytes = whole.length;
  const bare = barePicture(whole);
  if (bare === null) throw refuse.notPicture();
  if (bare.content.length < bytes) await writeFile(path, bare.content);
  const { width, height, format } = await sharp(path, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(asRefusal);
  if (format !== bare.format) throw refuse.notPicture();
  if (Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_PIXELS) throw refuse.tooLarge();
  return width * height;
}

async function encode(path: string): Promise<Picture> {
  const { data, info } = await sharp(path, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({ width: uploadTerms.longSidePx, height: uploadTerms.longSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: ENCODE_LIMIT_S })
    .toBuffer({ resolveWithObject: true })
    .catch(asRefusal);
  return { content: data, width: info.width, height: info.height };
}

/**
 * Decoder errors mean the file is no picture. System errors and timeouts are passed on: a retry may succeed.
 * @throws Refusal 400, or `error`
 */
export function asRefusal(error: unknown): never {
  if (error instanceof Error && !('code' in error) && !error.message.startsWith('timeout:')) throw refuse.notPicture();
  throw error;
}

/**
 * Slots shared fairly: the next goes to the user with the fewest, then to the one served longest ago. A turn that needs
 * several slots isn't overtaken forever.
 * @returns runs `work` with `count` slots; rejects with the signal's reason on abort before
 */
export function processingSlots(total: number) {
  /** `served`: order of last service or arrival; `turns`: waiting or running. */
  type User = { held: number; served: number; turns: number };
  type Turn = { count: number; user: User; start: () => void };
  let free = total;
  let starts = 0;
  const users = new Map<string, User>();
  const waiting: Turn[] = [];

  function startNext(): void {
    for (;;) {
      const [next] = waiting.toSorted(
        (left, right) => left.user.held - right.user.held || left.user.served - right.user.served,
      );
      if (next === undefined || next.count > free) return;
      waiting.splice(waiting.indexOf(next), 1);
      free -= next.count;
      starts += 1;
      next.user.held += next.count;
      next.user.served = starts + 0.5;
      next.start();
    }
  }

  return async <Result>(count: number, { userId, signal }: Waiting, work: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    // A new user comes after those already waiting.
    const user = users.get(userId) ?? { held: 0, served: starts, turns: 0 };
    users.set(userId, user);
    user.turns += 1;
    const turn: Turn = { count, user, start: () => undefined };
    try {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal.reason);
        };
        turn.start = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
        startNext();
      });
      try {
        return await work();
      } finally {
        free += count;
        user.held -= count;
      }
    } finally {
      user.turns -= 1;
      if (user.turns === 0) users.delete(userId);
      startNext();
    }
  };
}
