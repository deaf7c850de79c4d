import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { describe, expect, it } from 'vitest';
import { brakingCurve, FULL_SPEED, GATHER_MS, planBraking, turnedAfter } from './wheel-motion.ts';

const targets = Array.from({ length: 72 }, (_, index) => index * 5);
const curve = (easing: string) => (/\((.+)\)/.exec(easing)?.[1] ?? '').split(', ').map(Number);

describe('turnedAfter', () => {
  it.each([
    [0, 0],
    [GATHER_MS, (FULL_SPEED * GATHER_MS) / 2],
    [GATHER_MS + 100, (FULL_SPEED * GATHER_MS) / 2 + FULL_SPEED * 100],
  ])('%i ms after the tap it has turned %f degrees', (elapsed, degrees) =>
    expect(turnedAfter(elapsed)).toBeCloseTo(degrees),
  );
});

describe('planBraking', () => {
  it.each([0, 120, 900, 1_500, 2_000])('stops 3 s after the tap for an answer after %i ms', (answered) => {
    for (const target of targets) {
      const { startMs, durationMs } = planBraking(0, answered, target);
      expect(startMs + durationMs).toBe(drawTerms.spinMs);
    }
  });

  it.each([2_500, 9_900])('keeps turning for a late answer after %i ms, then slows down', (answered) => {
    const { startMs, durationMs } = planBraking(0, answered, 100);
    expect([startMs, durationMs]).toEqual([answered, 1_000]);
  });

  it.each([0, 900, 2_000, 5_000])('ends on the target with the speed it had, answered after %i ms', (answered) => {
    for (const target of targets)
      for (const origin of [0, 137.5]) {
        const { from, to, durationMs, easing } = planBraking(origin, answered, target);
        expect((((to - target) % 360) + 360.5) % 360).toBeCloseTo(0.5, 6);
        const [x1 = 0, y1 = 0] = curve(easing);
        const firstSpeed = ((y1 / x1) * (to - from)) / durationMs;
        expect(firstSpeed).toBeCloseTo(FULL_SPEED, 2);
      }
  });

  it('never turns back and never speeds up again', () => {
    for (const target of targets)
      for (const answered of [0, 1_200, 2_000]) {
        const { from, to, durationMs } = planBraking(0, answered, target);
        const steepness = (FULL_SPEED * durationMs) / (to - from);
        expect(to).toBeGreaterThan(from);
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = curve(brakingCurve(steepness));
        const slopes = [y1 / x1, (y2 - y1) / (x2 - x1), x2 < 1 ? (1 - y2) / (1 - x2) : 0];
        expect(slopes).toEqual([...slopes].sort((a, b) => b - a));
      }
  });
});
