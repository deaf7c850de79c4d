import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends what is not cancelled, in order and little late, and keeps no timer afterwards', () => {
  const start = createDeadlines(1_000);
  const ended: string[] = [];
  start(() => ended.push('first'));
  const cancel = start(() => ended.push('cancelled'));
  vi.advanceTimersByTime(500);
  start(() => ended.push('later'));
  cancel();
  vi.advanceTimersByTime(499);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(51);
  expect(ended).toEqual(['first']);
  vi.advanceTimersByTime(500);
  expect(ended).toEqual(['first', 'later']);
  expect(vi.getTimerCount()).toBe(0);
});
