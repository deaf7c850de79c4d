import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooManyWaiting } from '../database/database.ts';
import { logRefusals, REFUSALS_EVERY_MS } from './answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells the first refusal at once and all that follow within ten seconds in one line', () => {
  const warn = vi.fn();
  const refused = logRefusals({ warn });
  const lines = () => warn.mock.calls.map(([line]): unknown => line);
  for (let call = 0; call < 1_000; call += 1) refused(new TooManyWaiting(call % 4 === 0 ? 'draws' : 'households'));
  expect(lines()).toEqual([{ event: 'tooManyWaiting', refused: { draws: 1 } }]);
  vi.advanceTimersByTime(REFUSALS_EVERY_MS);
  expect(lines().slice(1)).toEqual([{ event: 'tooManyWaiting', refused: { draws: 249, households: 750 } }]);
  vi.advanceTimersByTime(10 * REFUSALS_EVERY_MS);
  refused(new TooManyWaiting('draws'));
  expect(lines().slice(2)).toEqual([{ event: 'tooManyWaiting', refused: { draws: 1 } }]);
});
