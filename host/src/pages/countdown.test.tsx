// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Countdown } from './countdown.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const START = '1970-03-01T00:00:00Z';
const HOUR = 3600;

/** With the clock this many seconds before the start. */
function show(seconds: number, onStart = vi.fn()) {
  let ahead = Date.parse(START) - seconds * 1000;
  render(<Countdown start={START} now={() => Date.now() + ahead} onStart={onStart} />);
  return { timer: screen.getByRole('timer'), onStart, moveOn: (ms: number) => (ahead += ms) };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([
  [240 * HOUR + 59, '10天00小时00分钟'],
  [24 * HOUR, '1天00小时00分钟'],
  [24 * HOUR - 1, '23小时59分钟'],
  [HOUR, '01小时00分钟'],
  [HOUR - 1, '59分59秒'],
  [61, '01分01秒'],
])('%i s before the start says %s', (seconds, text) =>
  expect(show(seconds).timer.textContent).toBe(`距活动开启还有${text}`),
);

it('counts down unannounced, and tells when the time has come', async () => {
  const { timer, onStart } = show(3);
  expect(timer.getAttribute('aria-live')).toBe('off');
  await pass(1_000);
  expect(timer.textContent).toContain('00分02秒');
  await pass(1_500);
  expect([timer.textContent, onStart.mock.calls.length]).toEqual(['距活动开启还有00分00秒', 0]);
  await pass(500);
  expect(onStart).toHaveBeenCalledOnce();
  cleanup();
  await pass(5_000);
  expect(onStart).toHaveBeenCalledOnce();
});

it('follows a clock that is set, also past the start', async () => {
  const { timer, onStart, moveOn } = show(2 * HOUR);
  moveOn(HOUR * 1000);
  await pass(500);
  expect(timer.textContent).toContain('59分59秒');
  moveOn(2 * HOUR * 1000);
  await pass(500);
  expect([timer.textContent, onStart.mock.calls.length]).toEqual(['距活动开启还有00分00秒', 1]);
});
