import { drawTerms } from '@fridge/shared-contracts/activities/draw';

/** The wheel gathers speed for this long, evenly. */
export const GATHER_MS = 450;
/** Full speed, degrees per millisecond: two turns a second, which an eye can still follow. */
export const FULL_SPEED = 0.72;
/** However early the answer, the wheel has turned at full speed for a while. */
const EARLIEST_BRAKING_MS = 900;
/** However late the answer, the wheel slows down for this long: a sudden stop looks like a fault. */
const SHORTEST_BRAKING_MS = 1_000;
/** Speed over mean speed while braking: 2 is an even braking, more a longer tail. */
const PREFERRED_STEEPNESS = 2.6;
const GREATEST_STEEPNESS = 4;

/** Degrees the wheel has turned `elapsed` milliseconds after the tap, as long as it isn't braking. */
export function turnedAfter(elapsed: number): number {
  if (elapsed <= GATHER_MS) return (FULL_SPEED * elapsed * elapsed) / (2 * GATHER_MS);
  return FULL_SPEED * (elapsed - GATHER_MS / 2);
}

/** How the wheel gets from full speed to a stop. `startMs` counts from the tap. */
export type Braking = { startMs: number; durationMs: number; from: number; to: number; easing: string };

/**
 * Brakes so that the wheel stands on `target` 3 s after the tap (spec section 4), later only when the answer came
 * after 2 s. The braking begins with exactly the speed the wheel has, so nothing jerks: the easing's first slope is
 * speed x time / distance, and the distance is the one of those ending on the target that gives the nicest slope.
 * @param origin rotation at the tap; @param answeredMs milliseconds from the tap to the answer; @param target degrees
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

/** A Bézier curve that starts with the given slope, only ever slows down, and ends at rest. */
export function brakingCurve(steepness: number): string {
  const x2 = Math.min(1, 1 / steepness + 0.12);
  const x1 = 0.4 / steepness;
  return `cubic-bezier(${round(x1)}, ${round(x1 * steepness)}, ${round(x2)}, 1)`;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const modulo = (value: number, by: number) => ((value % by) + by) % by;
