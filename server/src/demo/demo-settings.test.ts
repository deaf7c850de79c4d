import { specifiedWindows } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { demonstrationWindows } from './demo-settings.ts';

describe('demonstrationWindows', () => {
  it('opens the windows that would be closed, and no other', () => {
    expect(demonstrationWindows(Date.parse('2023-08-01T10:00:00+08:00'))).toEqual({
      campaign2023: specifiedWindows.campaign2023,
      draw: specifiedWindows.draw,
      contest: { start: null, end: '2023-09-30T02:00:00Z' },
    });
  });

  it('are the specified windows where business time is real time', () =>
    expect(demonstrationWindows(null)).toEqual(specifiedWindows));
});
