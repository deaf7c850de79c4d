import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Canary } from '../registry/registry-document.ts';
import { LEAST_VISITORS } from './roll-back/judge-canary.ts';

/**
 * How long a promotion waits for visitors: it ends the watch, and with fewer nothing could have been seen. Where events
 * are off none ever come.
 */
const WAIT_FOR_VISITORS_MS = DAY_MS;

/** What a timetable does: a step, or the promotion once all have had the canary for one interval. */
export type CanaryStep = { to: Canary; why: string } | { to: 'promotion'; why: string };

/**
 * One step at most, however long the canary was held.
 * @param held how long its percentage holds; how many visitors have had it, exact below `LEAST_VISITORS`
 * @returns `null`: it isn't time
 */
export function planStep(
  canary: Canary,
  { heldMs, visitors }: { heldMs: number; visitors: number },
): CanaryStep | null {
  const { percent, steps } = canary;
  if (steps === undefined || heldMs < steps.minutes * MINUTE_MS) return null;
  const held = `held at ${percent} % for ${steps.minutes === 1 ? 'a minute' : `${steps.minutes} minutes`}`;
  if (percent === 100) {
    if (visitors >= LEAST_VISITORS) return { to: 'promotion', why: `${held}: everybody gets it` };
    if (heldMs < steps.minutes * MINUTE_MS + WAIT_FOR_VISITORS_MS) return null;
    return { to: 'promotion', why: `${held} and a day more, by ${visitors} visitors: everybody gets it` };
  }
  const next = Math.min(100, percent + steps.percent);
  return { to: { ...canary, percent: next }, why: `${held}: ${next - percent} % more` };
}
