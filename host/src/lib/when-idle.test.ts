// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

/** A page in this state, whose browser can't tell when it is idle. */
function page(readyState: DocumentReadyState, isOpening = () => false) {
  const querySelector = () => (isOpening() ? {} : null);
  const fake = Object.assign(new EventTarget(), { document: { readyState, querySelector } });
  return fake as unknown as Window; // nothing else of it is used
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs after the load, once the page is idle', () => {
  const window = page('loading');
  const work = vi.fn();
  whenIdle(window, work);
  vi.advanceTimersByTime(14_999);
  expect(work).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(2_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('gives up a page that never gets loaded, and works once even if it does', () => {
  const window = page('loading');
  const work = vi.fn();
  whenIdle(window, work);
  vi.advanceTimersByTime(15_000 + 2_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('uses requestIdleCallback where there is one', () => {
  const work = vi.fn();
  const requestIdleCallback = vi.fn((callback: () => void) => {
    callback();
    return 1;
  });
  whenIdle(Object.assign(page('complete'), { requestIdleCallback }), work);
  expect(work).toHaveBeenCalledTimes(1);
});

it('leaves the way to a screen that is opening', () => {
  const work = vi.fn();
  let isOpening = true;
  whenIdle(
    page('complete', () => isOpening),
    work,
  );
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
  isOpening = false;
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});
