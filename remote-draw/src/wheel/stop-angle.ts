import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';

export type Level = (typeof drawTerms.prizeLevels)[number];

export const SEGMENT_DEGREES = 360 / drawTerms.segments;

/** Clockwise from the top of the resting wheel (copy deck 4.2). `level`: `null` for "thanks". */
export const segments = ([1, 6, 2, null, 3, 5, 4, null] as const).map((level, index) => ({
  index,
  level,
  label: copy[`draw.gift.${level ?? 'none'}`],
}));

/** Maximum distance from the segment's middle: no doubt where the pointer is. */
const MAX_OFFSET_DEGREES = 13;

/**
 * Where the wheel stops: degrees clockwise, 0 to 360 (spec section 4, "Wheel"). The seed, the draw's id, chooses which
 * "thanks" and the offset from the middle: the same draw always looks the same.
 */
export function stopAngle({ level, seed }: { level: Level | null; seed: string }): number {
  const random = hash(seed);
  const candidates = segments.filter((segment) => segment.level === level);
  const index = candidates[random % candidates.length]?.index ?? 0;
  const offset = ((random >>> 8) / 0xff_ff_ff) * 2 * MAX_OFFSET_DEGREES - MAX_OFFSET_DEGREES;
  return turned(offset - index * SEGMENT_DEGREES);
}

/** An angle between 0 and 360. */
export function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return value >>> 0;
}
