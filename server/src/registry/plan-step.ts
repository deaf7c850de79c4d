import type { Canary } from './registry-document.ts';

const MINUTE_MS = 60_000;

/** What a timetable does: a step, or the promotion once all have had the canary for one interval. */
export type CanaryStep = { to: Canary; why: string } | { to: 'promotion'; why: string };

/**
 * One step at most, however long the canary was held.
 * @param heldMs how long its percentage holds
 * @returns `null`: it isn't time
 */
export function planStep(canary: Canary, heldMs: number): CanaryStep | null {
  const { percent, steps } = canary;
  if (steps === undefined || heldMs < steps.minutes * MINUTE_MS) return null;
  const held = `held at ${percent} % for ${steps.minutes === 1 ? 'a minute' : `${steps.minutes} minutes`}`;
  if (percent === 100) return { to: 'promotion', why: `${held}: everybody gets it` };
  const next = Math.min(100, percent + steps.percent);
  return { to: { ...canary, percent: next }, why: `${held}: ${next - percent} % more` };
}
