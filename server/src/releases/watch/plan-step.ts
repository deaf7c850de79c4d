import { MINUTE_MS } from '../../program/clock.ts';
import type { Canary } from '../registry/registry-document.ts';

/** What a timetable does: a step, or the promotion once all have had the canary for one interval. */
export type CanaryStep = { to: Canary | 'promotion'; release: string; why: string; dueForMs: number };

/**
 * One step at most, however long the canary was held.
 * @param heldMs how long its percentage holds
 * @returns `null`: it isn't time
 */
export function planStep(canary: Canary, heldMs: number): CanaryStep | null {
  const { release, percent, steps } = canary;
  if (steps === undefined) return null;
  const dueForMs = heldMs - steps.minutes * MINUTE_MS;
  if (dueForMs < 0) return null;
  const held = `held at ${percent} % for ${steps.minutes === 1 ? 'a minute' : `${steps.minutes} minutes`}`;
  if (percent === 100) return { to: 'promotion', release, why: `${held}: everybody gets it`, dueForMs };
  const next = Math.min(100, percent + steps.percent);
  return { to: { ...canary, percent: next }, release, why: `${held}: ${next - percent} % more`, dueForMs };
}
