import { SEGMENT_DEGREES, segments } from './segments.ts';

/** How near to the middle of its segment the wheel stops, so that no eye doubts which one the pointer means. */
const MAX_OFFSET_DEGREES = 13;

/** What the server said of a draw, as far as the wheel is concerned. `seed` is the draw's own id. */
export type Drawn = { level: number | null; seed: string };

/**
 * Where the wheel comes to rest: degrees clockwise from its resting place, 0 to 360 (spec section 4, "Wheel").
 * A pure function of what the server drew: a level that the wheel doesn't carry, or none, stops on "thanks". The
 * seed chooses between the two "thanks" and how far from the middle it stops, so the same draw always looks the same.
 */
export function stopAngle({ level, seed }: Drawn): number {
  const random = hash(seed);
  const matching = segments.filter((segment) => segment.level === level);
  const candidates = matching.length > 0 ? matching : segments.filter((segment) => segment.level === null);
  const index = candidates[random % candidates.length]?.index ?? 0;
  const offset = ((random >>> 8) / 0xff_ff_ff) * 2 * MAX_OFFSET_DEGREES - MAX_OFFSET_DEGREES;
  return turned(offset - index * SEGMENT_DEGREES);
}

/** The segment under the pointer at a rotation. */
export function segmentAt(degrees: number): number {
  return Math.round(turned(-degrees) / SEGMENT_DEGREES) % segments.length;
}

/** An angle between 0 and 360. */
export function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** FNV-1a, 32 bits: spreads ids evenly and needs no library. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return value >>> 0;
}
