import { describe, expect, it } from 'vitest';
import { windowStateOf, specifiedWindows } from './windows.ts';

describe('windowStateOf of the 2023 campaign', () => {
  it.each([
    ['2023-07-17T08:59:59.999+08:00', 'notStarted'],
    ['2023-07-17T09:00:00+08:00', 'open'],
    ['2023-08-31T23:59:59+08:00', 'open'],
    ['2023-08-31T23:59:59.999+08:00', 'open'],
    ['2023-09-01T00:00:00+08:00', 'ended'],
  ])('%s: %s', (iso, state) => {
    expect(windowStateOf(specifiedWindows.campaign2023, Date.parse(iso))).toBe(state);
  });

  it('is open where no bound is named', () => {
    expect(windowStateOf(undefined, 0)).toBe('open');
    expect(windowStateOf({ start: null, end: null }, Date.now())).toBe('open');
  });
});
