import { drawTerms } from '@fridge/shared-contracts/activities/draw';

export const GATHER_MS = 450;
/** Degrees per millisecond: two turns a second, which the eye can follow. */
export const FULL_SPEED = 0.72;
/** However early the answer. */
const EARLIEST_BRAKING_MS = 900;
/** However late the answer: a sudden stop looks like a fault. */
const SHORTEST_BRAKING_MS = 1_000;
/** Initial over mean speed: 2 is constant braking, more a longer tail. */
const PREFERRED_STEEPNESS = 2.6;
const GREATEST_STEEPNESS = 4;

/** Degrees turned `elapsed` milliseconds after the tap, before braking. */
export function turnedAfter(elapsed: number): number {
  if (elapsed <= GATHER_MS) return (FULL_SPEED * elapsed * elapsed) / (2 * GATHER_MS);
  return FULL_SPEED * (elapsed - GATHER_MS / 2);
}

/** `startMs` counts from the tap; angles in degrees. */
type Braking = { startMs: number; durationMs: number; from: number; to: number; easing: string };

/**
 * Brakes to stop at `target` 3 s after the tap (spec section 4), later only if the answer came after 2 s. Starts at the
 * wheel's exact speed: the easing's initial slope is speed x time / distance.
 * @param origin rotation at the tap, degrees
 * @param answeredMs from the tap to the answer
 * @param target degrees
 */
export function planBraking(origin: number, answeredMs: number, target: number): Braking {
  const startMs = Math.max(answeredMs, EARLIEST_BRAKING_MS);
  const durationMs = Math.max(drawTerms.spinMs - startMs, SHORTEST_BRAKING_MS);
  const from = origin + turnedAfter(startMs);
  const reach = FULL_SPEED * durationMs;
  const shortest = reach / GREATEST_STEEPNESS;
  const first = shortest + modulo(target - from - shortest, 360);
  const distance = [first, first + 360, first + 720].reduce((best, candidate) =>
    Math.abs(reach / candidate - PREFERRED_STEEPNESS) < Math.abs(reach / best - PREFERRED_STEEPNESS) ? candidate : best,
  );
  return { startMs, durationMs, from, to: from + distance, easing: brakingCurve(reach / distance) };
}

/** A Bézier curve with this initial slope that only decelerates, to a stop. */
export function brakingCurve(steepness: number): string {
  const x2 = Math.min(1, 1 / steepness + 0.12);
  const x1 = 0.4 / steepness;
  return `cubic-bezier(${round(x1)}, ${round(x1 * steepness)}, ${round(x2)}, 1)`;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const modulo = (value: number, by: number) => ((value % by) + by) % by;
