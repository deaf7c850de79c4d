import { describe, expect, it } from 'vitest';
import { planStep } from './plan-step.ts';

const canary = (percent: number, steps = { percent: 10, minutes: 30 }) => ({ release: '1.5.0', percent, steps });
const minutes = (count: number) => count * 60_000;

describe('a timetable', () => {
  it.each([
    [0, 10, 'held at 0 % for 30 minutes: 10 % more'],
    [10, 20, 'held at 10 % for 30 minutes: 10 % more'],
    [90, 100, 'held at 90 % for 30 minutes: 10 % more'],
    [95, 100, 'held at 95 % for 30 minutes: 5 % more'],
  ])('leads from %d % to %d %', (percent, next, why) =>
    expect(planStep(canary(percent), minutes(30))).toMatchObject({ to: canary(next), why, dueForMs: 0 }),
  );

  it('takes one step, however long the canary was held, and says for how long it was due', () =>
    expect(planStep(canary(10), minutes(60 * 24 * 365))).toMatchObject({
      to: { percent: 20 },
      dueForMs: minutes(60 * 24 * 365 - 30),
    }));

  it('ends with a promotion, once all have had it for one interval', () =>
    expect(planStep(canary(100, { percent: 50, minutes: 1 }), minutes(1))).toMatchObject({
      to: 'promotion',
      why: 'held at 100 % for a minute: everybody gets it',
      dueForMs: 0,
    }));

  it.each([
    ['before its time', canary(10), minutes(30) - 1],
    ['before the promotion', canary(100), minutes(30) - 1],
    ['of a clock that was set back', canary(10), -minutes(600)],
    ['of no canary that grows', { release: '1.5.0', percent: 10 }, minutes(600)],
  ])('waits: %s', (_, each, heldMs) => expect(planStep(each, heldMs)).toBeNull());
});
