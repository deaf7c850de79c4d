import { specifiedWindows } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { timeBanner } from './home-screen.tsx';

describe('timeBanner', () => {
  it('writes the shipped dates as the copy deck does', () => {
    expect(timeBanner(specifiedWindows.campaign2023)).toBe('活动时间：2023年7月17日 09:00 – 8月31日 23:59');
  });

  it('follows a moved period', () => {
    expect(timeBanner({ start: '2024-06-01T08:30:00+08:00', end: null })).toBe('活动时间：2024年6月1日 08:30起');
  });

  it('is left out for a period without bounds', () => expect(timeBanner({ start: null, end: null })).toBeNull());
});
