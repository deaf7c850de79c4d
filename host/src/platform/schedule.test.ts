import { describe, expect, it } from 'vitest';
import { specifiedWindows } from '@fridge/shared-contracts';
import { createWindowService } from './window-service.ts';

const at = (now: string | null) => createWindowService(specifiedWindows, { businessNow: () => (now === null ? null : Date.parse(now)) });

describe('the window service', () => {
  it.each([
    ['2023-07-17T08:59:59.999+08:00', 'notStarted'],
    ['2023-07-17T09:00:00+08:00', 'open'],
    ['2023-08-31T23:59:59.999+08:00', 'open'],
    ['2023-09-01T00:00:00+08:00', 'ended'],
  ])('at %s the campaign is %s', (now, state) => expect(at(now).state('campaign2023')).toBe(state));

  it('counts every window as open while the clock is unknown', () => {
    expect(at(null).state('contest')).toBe('open');
    expect(at(null).now()).toBeNull();
  });

  it('has no bounds for a window nobody named, and never shuts it', () => {
    const windows = at('2023-08-01T00:00:00+08:00');
    expect(windows.bounds('nowhere')).toEqual({ start: null, end: null });
    expect(windows.state('nowhere')).toBe('open');
    expect(windows.bounds('campaign2023')).toEqual(specifiedWindows.campaign2023);
  });
});
