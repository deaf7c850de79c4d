import { describe, expect, it } from 'vitest';
import { specifiedSchedule } from '@fridge/shared-contracts';
import { createSchedule } from './schedule.ts';
import { createServerClock } from './server-clock.ts';

/** A schedule at a moment of business time; `null`: the clock isn't known. */
function at(now: string | null) {
  const page = now === null ? undefined : { clock: { real: Date.parse(now), business: Date.parse(now) }, arrived: 0 };
  return createSchedule(specifiedSchedule, createServerClock({ monotonic: () => 0, device: () => 0, page }));
}

describe('the schedule', () => {
  it.each([
    ['2023-07-17T08:59:59.999+08:00', 'notStarted'],
    ['2023-07-17T09:00:00+08:00', 'open'],
    ['2023-08-31T23:59:59.999+08:00', 'open'],
    ['2023-09-01T00:00:00+08:00', 'ended'],
  ])('at %s the campaign is %s', (now, state) => expect(at(now).state('campaign2023')).toBe(state));

  it('counts every period as open while the clock is unknown', () => {
    expect(at(null).state('contest')).toBe('open');
    expect(at(null).now()).toBeNull();
  });

  it('has no bounds for a period nobody named, and never shuts it', () => {
    const schedule = at('2023-08-01T00:00:00+08:00');
    expect(schedule.bounds('nowhere')).toEqual({ start: null, end: null });
    expect(schedule.state('nowhere')).toBe('open');
    expect(schedule.state('constructor')).toBe('open');
    expect(schedule.bounds('campaign2023')).toEqual(specifiedSchedule.campaign2023);
  });
});

it('tells when the clock becomes known', () => {
  const now = Date.parse('2023-09-01T00:00:00+08:00');
  const clock = createServerClock({ monotonic: () => 0, device: () => 0 });
  const schedule = createSchedule(specifiedSchedule, clock);
  const seen: string[] = [];
  schedule.subscribe(() => seen.push(schedule.state('campaign2023')));
  clock.observe(new Headers({ 'x-business-time': String(now) }));
  expect(seen).toEqual(['ended']);
  expect(schedule.get()).toBe(now);
});

it('has the contract\'s methods and no more, and can\'t be changed', () => {
  const schedule = at(null);
  expect(Object.keys(schedule).toSorted()).toEqual(['bounds', 'get', 'now', 'state', 'subscribe']);
  expect(Object.isFrozen(schedule)).toBe(true);
});
