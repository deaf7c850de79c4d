import { describe, expect, it, vi } from 'vitest';
import { specifiedWindows } from '@fridge/shared-contracts';
import { clockHeaders } from '@fridge/shared-contracts/page';
import { createWindows, createServerClock, pageArrival, readPageClock } from './clock.ts';

const REAL = Date.parse('2024-05-01T00:00:00+08:00');
const BUSINESS = Date.parse('2023-08-01T10:00:00+08:00');
const headers = (real: unknown, business: unknown) =>
  new Headers({ [clockHeaders.real]: String(real), [clockHeaders.business]: String(business) });

function clockAt(device: number) {
  const time = { monotonic: 1_000, device };
  return {
    time,
    clock: createServerClock(
      () => time.monotonic,
      () => time.device,
    ),
  };
}

describe('the server clock', () => {
  it('is the device for real time and null for business time until the first answer', () => {
    const { clock } = clockAt(123_456);
    expect(clock.realNow()).toBe(123_456);
    expect(clock.businessNow()).toBeNull();
  });

  it('runs on by itself and is untouched by the device clock', () => {
    const { clock, time } = clockAt(0);
    clock.observe(headers(REAL, BUSINESS));
    time.monotonic += 90_000.4;
    time.device = Date.parse('2035-01-01T00:00:00Z');
    expect(clock.realNow()).toBe(REAL + 90_000);
    expect(clock.businessNow()).toBe(BUSINESS + 90_000);
  });

  it.each(['', 'soon', 'NaN', '-1', '1e12', '16914', '99999999999999', '1690855200000.5', ' 1690855200000x'])(
    'ignores the time %j',
    (value) => {
      const { clock } = clockAt(7);
      clock.observe(headers(value, value));
      expect(clock.realNow()).toBe(7);
      expect(clock.businessNow()).toBeNull();
    },
  );

  it('may be late once the device has slept, until the next answer', () => {
    const { clock, time } = clockAt(0);
    clock.observe(headers(REAL, BUSINESS));
    time.monotonic += 90_000;
    time.device += 90_000;
    expect(clock.mayBeLate()).toBe(false);
    time.device += 3_600_000;
    expect(clock.mayBeLate()).toBe(true);
    clock.observe(headers(REAL, BUSINESS));
    expect(clock.mayBeLate()).toBe(false);
  });

  it('keeps what it knows when an answer carries no clock', () => {
    const { clock } = clockAt(0);
    clock.observe(headers(REAL, BUSINESS));
    clock.observe(new Headers());
    expect(clock.businessNow()).toBe(BUSINESS);
  });

  it('calls listeners when business time becomes known or changes, not for jitter', () => {
    const { clock } = clockAt(0);
    const heard = vi.fn();
    const stop = clock.offset.subscribe(heard);
    clock.observe(headers(REAL, BUSINESS));
    clock.observe(headers(REAL, BUSINESS + 999));
    expect(heard).toHaveBeenCalledTimes(1);
    clock.observe(headers(REAL, BUSINESS + 1_000));
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    clock.observe(headers(REAL, BUSINESS + 90_000));
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('the clocks that come with the page', () => {
  const arriving = (arrived: number, known: { real: number; business: number | null }) => {
    const { clock } = clockAt(7);
    clock.learn(known, arrived);
    return clock;
  };

  it('are known before any request, from the moment the page arrived', () => {
    const clock = arriving(400, { real: REAL, business: BUSINESS });
    expect([clock.realNow(), clock.businessNow(), clock.offset.getState()]).toEqual([
      REAL + 600,
      BUSINESS + 600,
      BUSINESS - 400,
    ]);
  });

  it('are read from the timings of the response; what is no time is unknown', () => {
    expect(readPageClock({ real: String(REAL), business: String(BUSINESS) })).toEqual({
      real: REAL,
      business: BUSINESS,
    });
    expect(readPageClock({ real: 'soon', business: '1' })).toEqual({ real: null, business: null });
    expect(readPageClock({})).toEqual({ real: null, business: null });
  });
  it('may lack business time', () => expect(arriving(400, { real: REAL, business: null }).businessNow()).toBeNull());

  it('give way to what an answer says', () => {
    const clock = arriving(400, { real: REAL, business: BUSINESS });
    clock.observe(headers(REAL + 5_000, BUSINESS + 5_000));
    expect(clock.businessNow()).toBe(BUSINESS + 5_000);
  });

  it.each([
    ['its answer began', [{ responseStart: 312.5, transferSize: 9_000 }], 312.5],
    ['an engine that tells no size', [{ responseStart: 312.5 }], 312.5],
    ['a page out of the cache', [{ responseStart: 2, transferSize: 0 }], null],
    ['an engine without timing', [], 900],
    ['an answer with no time', [{ responseStart: 0, transferSize: 10 }], 900],
  ])('arrived when %s', (_name, entries, arrived) => {
    const timing = { now: () => 900, getEntriesByType: () => entries } as unknown as Performance; // nothing else of it is read
    expect(pageArrival(timing)).toBe(arrived);
  });
});

/** A windows at a moment of business time; `null`: the clock isn't known. */
function at(now: string | null) {
  const { clock, time } = clockAt(0);
  if (now !== null) clock.learn({ real: null, business: Date.parse(now) }, time.monotonic);
  return createWindows(specifiedWindows, clock);
}

describe('the windows', () => {
  it.each([
    ['2023-07-17T08:59:59.999+08:00', 'notStarted'],
    ['2023-07-17T09:00:00+08:00', 'open'],
    ['2023-08-31T23:59:59.999+08:00', 'open'],
    ['2023-09-01T00:00:00+08:00', 'ended'],
  ])('at %s the campaign is %s', (now, state) => expect(at(now).stateOf('campaign2023')).toBe(state));

  it('counts every window as open while the clock is unknown', () => {
    expect(at(null).stateOf('contest')).toBe('open');
    expect(at(null).now()).toBeNull();
  });

  it('has no bounds for an unknown window, which is always open', () => {
    const windows = at('2023-08-01T00:00:00+08:00');
    expect(windows.bounds('nowhere')).toEqual({ start: null, end: null });
    expect(windows.stateOf('nowhere')).toBe('open');
    expect(windows.stateOf('constructor')).toBe('open');
    expect(windows.bounds('campaign2023')).toEqual(specifiedWindows.campaign2023);
  });
});

it('calls listeners when the clock becomes known', () => {
  const now = Date.parse('2023-09-01T00:00:00+08:00');
  const { clock, time } = clockAt(0);
  time.monotonic = 0;
  const windows = createWindows(specifiedWindows, clock);
  const seen: string[] = [];
  windows.subscribe(() => seen.push(windows.stateOf('campaign2023')));
  clock.observe(new Headers({ 'x-business-time': String(now) }));
  expect(seen).toEqual(['ended']);
  expect(windows.getState()).toBe(now);
});

it("has the contract's methods and no more, and can't be changed", () => {
  const windows = at(null);
  expect(Object.keys(windows).toSorted()).toEqual(['bounds', 'getState', 'now', 'stateOf', 'subscribe']);
});
