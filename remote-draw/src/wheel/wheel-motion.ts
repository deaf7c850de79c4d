import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { turned } from './stop-angle.ts';

/** Two request timeouts (10 s), since a 409 is sent again. */
const LONGEST_SPIN_MS = 20_000;
/** Constant acceleration: exactly t squared. */
const GATHERING = 'cubic-bezier(0.3333, 0, 0.6667, 0.3333)';
const FADE_MS = 120;

/** Promises resolve when the wheel is at rest. */
export interface WheelMotion {
  spin(): void;
  /** To `angle`, 3 s after the spin began unless the answer was late. */
  land(angle: number): Promise<void>;
  /** Brakes dimmed to 0: can't be mistaken for a result. */
  rest(): Promise<void>;
}

const rotation = (degrees: number) => `rotate(${degrees}deg)`;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * One transform on the compositor (spec section 4). Under reduced motion, or without animations, the wheel fades and is
 * locked for the same time.
 */
export function createWheelMotion(element: HTMLElement): WheelMotion {
  let angle = 0;
  /** `null` without motion. */
  let spin: Animation | null = null;
  let startedAt = 0;

  const show = (degrees: number) => {
    angle = turned(degrees);
    element.style.transform = rotation(angle);
  };
  const fade = (opacity: number, ms: number, delay = 0) => {
    element.style.transition = `opacity ${ms}ms linear ${delay}ms`;
    element.style.opacity = String(opacity);
    return wait(ms);
  };
  const brake = async (target: number, isDimmed: boolean) => {
    if (spin === null) {
      await wait(startedAt + drawTerms.spinMs - FADE_MS - performance.now());
      show(target);
      await fade(1, FADE_MS);
      return;
    }
    await spin.ready;
    const answeredMs = Number(spin.currentTime ?? 0);
    const { startMs, durationMs, from, to, easing } = planBraking(angle, answeredMs, target);
    const braking = element.animate([{ transform: rotation(from), easing }, { transform: rotation(to) }], {
      duration: durationMs,
      delay: startMs,
      fill: 'forwards',
    });
    // On the spin's clock: braking starts exactly where the spin is.
    braking.startTime = spin.startTime;
    if (isDimmed) void fade(0.3, durationMs / 2, startMs - answeredMs);
    await braking.finished;
    show(target);
    for (const animation of [spin, braking]) animation.cancel();
    if (isDimmed) await fade(1, 2 * FADE_MS);
  };

  return {
    spin() {
      startedAt = performance.now();
      spin = null;
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || typeof element.animate !== 'function') {
        void fade(0.35, FADE_MS);
        return;
      }
      spin = element.animate(
        [
          { transform: rotation(angle), easing: GATHERING },
          {
            transform: rotation(angle + turnedAfter(GATHER_MS)),
            offset: GATHER_MS / LONGEST_SPIN_MS,
            easing: 'linear',
          },
          { transform: rotation(angle + turnedAfter(LONGEST_SPIN_MS)) },
        ],
        { duration: LONGEST_SPIN_MS, fill: 'forwards' },
      );
    },
    land: (target) => brake(target, false),
    rest: () => brake(0, true),
  };
}

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

/** Degrees turned `elapsed` milliseconds after the start of the spin, before braking. */
export function turnedAfter(elapsed: number): number {
  if (elapsed <= GATHER_MS) return (FULL_SPEED * elapsed * elapsed) / (2 * GATHER_MS);
  return FULL_SPEED * (elapsed - GATHER_MS / 2);
}

/** `startMs` counts from the start of the spin; angles in degrees. */
type Braking = { startMs: number; durationMs: number; from: number; to: number; easing: string };

/**
 * Brakes to stop at `target` 3 s after the start of the spin (spec section 4), later only if the answer came after 2 s.
 * Starts at the wheel's exact speed: the easing's initial slope is speed x time / distance.
 * @param origin rotation at the start, degrees
 * @param answeredMs from the start of the spin to the answer
 * @param target degrees
 */
export function planBraking(origin: number, answeredMs: number, target: number): Braking {
  const startMs = Math.max(answeredMs, EARLIEST_BRAKING_MS);
  const durationMs = Math.max(drawTerms.spinMs - startMs, SHORTEST_BRAKING_MS);
  const from = origin + turnedAfter(startMs);
  const reach = FULL_SPEED * durationMs;
  const shortest = reach / GREATEST_STEEPNESS;
  const first = shortest + turned(target - from - shortest);
  const off = (distance: number) => Math.abs(reach / distance - PREFERRED_STEEPNESS);
  const distance = off(first + 360) < off(first) ? first + 360 : first;
  return { startMs, durationMs, from, to: from + distance, easing: brakingCurve(reach / distance) };
}

/** A Bézier curve with this initial slope that only decelerates, to a stop. */
export function brakingCurve(steepness: number): string {
  const x2 = Math.min(1, 1 / steepness + 0.12);
  const x1 = 0.4 / steepness;
  return `cubic-bezier(${round(x1)}, ${round(x1 * steepness)}, ${round(x2)}, 1)`;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
