// @vitest-environment happy-dom
import { createFakeHost, expired, given, lost } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { createLateCode } from '@fridge/shared-ui';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slidesOf } from '../slides/slides-of.ts';
import { fullReport } from '../testing/report-of.ts';
import { useReportFlow } from './use-report-flow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function run(loadSlides: () => Promise<{ slidesOf: typeof slidesOf }>) {
  const fake = createFakeHost();
  fake.answer(reportCalls.getReport, given(fullReport));
  const late = createLateCode(loadSlides, 120_000);
  const { result } = renderHook(() => useReportFlow(fake.host, late));
  act(() => result.current.enter());
  return { fake, result };
}

it('fails when the code of the slides does not come, and asks for it again', async () => {
  const loadSlides = vi
    .fn<() => Promise<{ slidesOf: typeof slidesOf }>>()
    .mockRejectedValueOnce(new Error('chunk'))
    .mockResolvedValue({ slidesOf });
  const { result } = run(loadSlides);
  await pass(0);
  expect(result.current.state.phase).toBe('failed');
  act(() => result.current.retry());
  await pass(0);
  await pass(150 * 60);
  await pass(500);
  expect(result.current.state.phase).toBe('slides');
  expect(loadSlides).toHaveBeenCalledTimes(2);
});

it('tries again once when the network is back', async () => {
  const { fake, result } = run(() => Promise.resolve({ slidesOf }));
  fake.answer(reportCalls.getReport, lost);
  await pass(0);
  expect(result.current.state.phase).toBe('failed');
  fake.answer(reportCalls.getReport, given(fullReport));
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(0);
  expect([result.current.state.phase, fake.made(reportCalls.getReport).length]).toEqual(['loading', 2]);
});

it('opens no login page by itself when the network is back', async () => {
  const { fake, result } = run(() => Promise.resolve({ slidesOf }));
  fake.answer(reportCalls.getReport, expired);
  await pass(0);
  expect([result.current.state, fake.asked]).toEqual([
    { phase: 'failed', retrying: false },
    ['report', 'report', 'report'],
  ]);
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(0);
  expect(fake.asked).toHaveLength(3);
  act(() => result.current.retry());
  await pass(0);
  expect(fake.asked).toHaveLength(4);
});

it('goes on offering the retry however often the code fails', async () => {
  const loadSlides = vi.fn(() => Promise.reject(new Error('chunk')));
  const { result } = run(loadSlides);
  for (const tries of [1, 2, 3]) {
    await pass(0);
    expect([result.current.state.phase, loadSlides.mock.calls.length]).toEqual(['failed', tries]);
    act(() => result.current.retry());
  }
});

it('keeps data that fail again to itself', async () => {
  const { fake, result } = run(() => Promise.resolve({ slidesOf }));
  fake.answer(reportCalls.getReport, lost);
  for (let tries = 0; tries < 3; tries += 1) {
    await pass(0);
    expect(result.current.state.phase).toBe('failed');
    act(() => result.current.retry());
  }
});

it('asks for data and code at once', async () => {
  const loadSlides = vi.fn(() => new Promise<{ slidesOf: typeof slidesOf }>(() => {}));
  const { fake, result } = run(loadSlides);
  await pass(0);
  expect([fake.made(reportCalls.getReport).length, loadSlides.mock.calls.length]).toEqual([1, 1]);
  await pass(60_000);
  expect(result.current.state.phase).toBe('loading');
});

it('enters once, however often the button is pressed', async () => {
  const { fake, result } = run(() => Promise.resolve({ slidesOf }));
  act(() => result.current.enter());
  await pass(0);
  expect([fake.asked.length, fake.made(reportCalls.getReport).length]).toEqual([2, 1]);
});
