import * as v from 'valibot';
import type { Frame, Page } from '@playwright/test';
import { median, percentile } from './percentile.ts';

/** Milliseconds between frames. */
export type FrameTimes = { median: number; p95: number; frames: number };

export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

export async function watchFrames(frame: Frame, milliseconds: number): Promise<number[]> {
  return v.parse(v.array(v.number()), await frame.evaluate(frameWatch(milliseconds)));
}

export function frameTimes(gaps: readonly number[]): FrameTimes {
  return { median: median(gaps), p95: percentile(gaps, 0.95), frames: gaps.length };
}

/** Text, since a compiled function may use helpers the page lacks. */
const frameWatch = (milliseconds: number): string => `new Promise((resolve) => {
  const gaps = [];
  const start = performance.now();
  let last = start;
  requestAnimationFrame(function step(now) {
    gaps.push(now - last);
    last = now;
    if (now - start < ${milliseconds}) requestAnimationFrame(step);
    else resolve(gaps.slice(1));
  });
})`;
