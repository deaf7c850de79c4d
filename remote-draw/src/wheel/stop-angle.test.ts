import { describe, expect, it } from 'vitest';
import { segmentAt } from '../testing/segment-at.ts';
import { type Level, SEGMENT_DEGREES, segments, stopAngle } from './stop-angle.ts';

const seeds = Array.from({ length: 400 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const thanks = [3, 7];

describe('stopAngle', () => {
  it.each<[string, Level | null, number[]]>([
    ['level 1, freezer', 1, [0]],
    ['level 2, sandwich maker', 2, [2]],
    ['level 3, supermarket card', 3, [4]],
    ['level 4, NFC clip', 4, [6]],
    ['level 5, shopping card', 5, [5]],
    ['level 6, food voucher', 6, [1]],
    ['no level', null, thanks],
  ])('%s stops on its segment for every draw', (_, level, expected) => {
    const hit = new Set(seeds.map((seed) => segmentAt(stopAngle({ level, seed }))));
    expect([...hit].sort()).toEqual(expected);
  });

  it('stays 3 degrees and more from every border', () => {
    for (const level of [1, 2, 3, 4, 5, 6, null] as const)
      for (const seed of ['', ...seeds]) {
        const intoSegment = (stopAngle({ level, seed }) + SEGMENT_DEGREES / 2) % SEGMENT_DEGREES;
        expect(Math.min(intoSegment, SEGMENT_DEGREES - intoSegment)).toBeGreaterThanOrEqual(3);
      }
  });

  it('gives the same place for the same draw', () => {
    expect(stopAngle({ level: 2, seed: 'a' })).toBe(stopAngle({ level: 2, seed: 'a' }));
  });
});

describe('segmentAt', () => {
  it.each(segments.map(({ index }) => index))('finds segment %i in its middle and near its borders', (index) => {
    const middle = -index * SEGMENT_DEGREES;
    for (const offset of [-22, 0, 22, 360, -720]) expect(segmentAt(middle + offset)).toBe(index);
  });
});
