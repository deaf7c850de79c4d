import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { turned } from './stop-angle.ts';

/** Two request timeouts (10 s), since a 409 is sent again. */
const LONGEST_SPIN_MS = 20_000;
/** Constant acceleration: exactly t squared. */
const GATHERING = 'cubic-bezier(0.3333, 0, 0.6667, 0.3333)';
const FADE_MS = 120;

/** Promises resolve when the wheel is at rest, never after `dispose`. */
export interface WheelMotion {
  spin(): void;
  /** To `angle`, 3 s after the spin began unless the answer was late. */
  land(angle: number): Promise<void>;
  /** Brakes dimmed to 0: can't be mistaken for a result. */
  rest(): Promise<void>;
  dispose(): void;
}

const rotation = (degrees: number) => `rotate(${degrees}deg)`;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * One transform on the compositor (spec section 4). Under reduced motion, or without animations, the wheel fades and is
 * locked for the same time.
 */
export function createWheelMotion(element: HTMLElement): WheelMotion {
  let angle = 0;
  let spinning: { animation: Animation | null; startedAt: number } | null = null;
  let disposed = false;
  const never = new Promise<void>(() => {});
  const alive = (): Promise<void> | void => (disposed ? never : undefined);

  const show = (degrees: number) => {
    angle = turned(degrees);
    element.style.transform = rotation(angle);
  };
  const fade = async (from: number, to: number, ms: number) => {
    if (typeof element.animate !== 'function') return;
    const fading = element.animate([{ opacity: from }, { opacity: to }], { duration: ms, fill: 'forwards' });
    await finish(fading);
    element.style.opacity = to === 1 ? '' : String(to);
    fading.cancel();
  };
  const brake = async (target: number, dimmed: boolean) => {
    const spin = spinning?.animation ?? null;
    const elapsed = performance.now() - (spinning?.startedAt ?? 0);
    spinning = null;
    if (spin === null) {
      await wait(Math.max(0, drawTerms.spinMs - elapsed));
      await alive();
      show(target);
      await fade(0.35, 1, FADE_MS);
    } else {
      await spin.ready;
      await alive();
      const { startMs, durationMs, from, to, easing } = planBraking(angle, Number(spin.currentTime ?? 0), target);
      const options = { duration: durationMs, delay: startMs, fill: 'forwards' } as const;
      const braking = element.animate([{ transform: rotation(from), easing }, { transform: rotation(to) }], options);
      const dimming = dimmed
        ? element.animate([{ opacity: 1 }, { opacity: 0.3, offset: 0.5 }, { opacity: 0.3 }], options)
        : null;
      // On the spin's clock: braking starts exactly where the spin is.
      braking.startTime = spin.startTime;
      if (dimming) dimming.startTime = spin.startTime;
      await finish(braking);
      await alive();
      show(target);
      for (const animation of [spin, braking]) animation.cancel();
      if (dimming) {
        await fade(0.3, 1, 2 * FADE_MS);
        dimming.cancel();
      }
    }
    await alive();
  };

  return {
    spin() {
      const still =
        window.matchMedia('(prefers-reduced-motion: reduce)').matches || typeof element.animate !== 'function';
      if (still) void fade(1, 0.35, FADE_MS);
      const animation = still
        ? null
        : element.animate(
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
      spinning = { animation, startedAt: performance.now() };
    },
    land: (target) => brake(target, false),
    rest: () => brake(0, true),
    dispose() {
      disposed = true;
      for (const animation of element.getAnimations?.() ?? []) animation.cancel();
    },
  };
}

/** Also resolves when cancelled. */
function finish(animation: Animation): Promise<void> {
  return animation.finished.then(
    () => undefined,
    () => undefined,
  );
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
 * Brakes to stop at `target` 3 s after the start of the spin (spec section 4), later only if the answer came after 2 s. Starts at the
 * wheel's exact speed: the easing's initial slope is speed x time / distance.
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
