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

const takeSlots = processingSlots(SLOTS);

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

async function inSlots<Result>(count: number, { userId, signal }: Waiting, work: () => Promise<Result>): Promise<Result> {
  const release = await takeSlots(count, userId, signal);
  try {
    return await work();
  } finally {
    release();
  }
}

async function inspect(path: string): Promise<number> {
  const whole = await readFile(path);
  const bytes = whole.length;
  const bare = barePicture(whole);
  if (bare === null) throw refuse.notPicture();
  if (bare.content.length < bytes) await writeFile(path, bare.content);
  const { width, height, format } = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata().catch(asRefusal);
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

export type Release = () => void;

/**
 * Slots shared fairly: the next goes to the user with the fewest, then to the one served longest ago. A turn that needs
 * several slots isn't overtaken forever.
 * @returns waits for `count` slots; rejects with the signal's reason on abort
 */
export function processingSlots(total: number): (count: number, userId: string, signal: AbortSignal) => Promise<Release> {
  type Turn = { count: number; userId: string; start: () => void };
  let free = total;
  let starts = 0;
  const waiting: Turn[] = [];
  /** Users with slots or turns; `served`: order of last service or arrival. */
  const users = new Map<string, { held: number; served: number; turns: number }>();

  // A new user comes after those already waiting.
  const userOf = (userId: string) => users.get(userId) ?? { held: 0, served: starts, turns: 0 };
  const before = (left: Turn, right: Turn): boolean => {
    const [mine, theirs] = [userOf(left.userId), userOf(right.userId)];
    return mine.held === theirs.held ? mine.served < theirs.served : mine.held < theirs.held;
  };

  function startNext(): void {
    while (waiting.length > 0) {
      const next = waiting.reduce((best, turn) => (before(turn, best) ? turn : best));
      if (next.count > free) return;
      waiting.splice(waiting.indexOf(next), 1);
      free -= next.count;
      starts += 1;
      const user = userOf(next.userId);
      users.set(next.userId, { ...user, held: user.held + next.count, served: starts + 0.5 });
      next.start();
    }
  }

  function endTurn(userId: string, held: number): void {
    const user = userOf(userId);
    if (user.turns > 1) users.set(userId, { ...user, held: user.held - held, turns: user.turns - 1 });
    else users.delete(userId);
    startNext();
  }

  return (count, userId, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
        endTurn(userId, 0);
      };
      const turn: Turn = {
        count,
        userId,
        start: () => {
          signal.removeEventListener('abort', leave);
          let held = true;
          resolve(() => {
            if (!held) return;
            held = false;
            free += count;
            endTurn(userId, count);
          });
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      users.set(userId, { ...userOf(userId), turns: userOf(userId).turns + 1 });
      waiting.push(turn);
      startNext();
    });
}
