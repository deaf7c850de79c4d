import type { Browser, Frame, Page } from '@playwright/test';
import * as v from 'valibot';
import { originOf } from '../product/ports.ts';
import { withDemonstration } from './with-demonstration.ts';

/** CPU slowdown factors, and limits of the 95th percentile, ms. */
const FRAME_RUNS = [
  { slowdown: 4, goal: 20 },
  { slowdown: 6, goal: 34 },
] as const;

const SPIN_MS = 2_800;
/** A page turn takes 620 ms, the next slide's animation as long again. */
const TURN_MS = 1_500;
const REST_MS = 3_000;
/** The story starts after 2 to 4 s of progress. */
const START_LIMIT_MS = 60_000;

/** Frame times of the wheel and of the report's slides, each beside the same page at rest. */
export async function reportFrames(browser: Browser, print: (line: string) => void): Promise<void> {
  for (const { slowdown, goal } of FRAME_RUNS) {
    print(`\nFrames of the page while the wheel turns (3 s), beside the same page at rest, ${slowdown}x CPU`);
    const spin = await measureSpin(browser, slowdown);
    print(`  spinning  ${textOf(spin.spinning)}`);
    print(`  resting   ${textOf(spin.resting)}`);
    print(
      `\nFrames of the report while its slides change, beside the first slide at rest, ${slowdown}x CPU (goal: 95th percentile under ${goal} ms)`,
    );
    const { resting, turning, slowest } = await measureSlides(browser, slowdown);
    print(`  resting   ${textOf(resting)}`);
    print(`  turning   ${textOf(turning)}; ${(turning.p95 / resting.p95).toFixed(2)} times the rest's`);
    print(`  slowest   ${textOf(slowest)}: ${slowest.kind}`);
  }
}

function measureSpin(browser: Browser, slowdown: number): Promise<{ spinning: FrameTimes; resting: FrameTimes }> {
  return withDemoPage(browser, '/draw', async (page, frame) => {
    const button = frame.getByRole('button', { name: '立即抽奖' });
    await button.waitFor();
    await slowDown(page, slowdown);
    const resting = frameTimes(await watchFrames(frame, SPIN_MS));
    await button.click();
    return { spinning: frameTimes(await watchFrames(frame, SPIN_MS)), resting };
  });
}

/** `slowest`: the kind of slide with the worst frame times. */
type SlideFrames = { resting: FrameTimes; turning: FrameTimes; slowest: FrameTimes & { kind: string } };

function measureSlides(browser: Browser, slowdown: number): Promise<SlideFrames> {
  return withDemoPage(browser, '/yearReport', async (page, frame) => {
    await frame.getByRole('button', { name: '查看我的年度报告' }).click();
    const slides = frame.locator('[data-kind]');
    await slides.first().waitFor({ timeout: START_LIMIT_MS });
    await slowDown(page, slowdown);
    // The first slide's animations end.
    await page.waitForTimeout(TURN_MS);
    const resting = frameTimes(await watchFrames(frame, REST_MS));
    const turns: { kind: string; gaps: number[] }[] = [];
    for (let to = 1; to < (await slides.count()); to += 1) {
      const watching = watchFrames(frame, TURN_MS);
      await frame.locator('body').press('ArrowDown');
      turns.push({ gaps: await watching, kind: (await slides.nth(to).getAttribute('data-kind')) ?? '' });
    }
    const [slowest] = turns.map(({ kind, gaps }) => ({ kind, ...frameTimes(gaps) })).toSorted((a, b) => b.p95 - a.p95);
    if (!slowest) throw new Error('The report has one slide: there is nothing to turn to.');
    return { resting, turning: frameTimes(turns.flatMap(({ gaps }) => gaps)), slowest };
  });
}

/** Opens a host path in the stand-in app of a product, which logs the first household in. */
const withDemoPage = <Result>(
  browser: Browser,
  path: string,
  measure: (page: Page, frame: Frame) => Promise<Result>,
): Promise<Result> =>
  withDemonstration(async ({ companionApp }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    try {
      await page.goto(`${originOf(companionApp)}/?open=${path}`);
      const frame = await (await page.waitForSelector('[data-testid=web-view]')).contentFrame();
      if (!frame) throw new Error('The stand-in app did not open the host.');
      return await measure(page, frame);
    } finally {
      await page.close();
    }
  });

async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

async function watchFrames(frame: Frame, milliseconds: number): Promise<number[]> {
  // Text, since a compiled function may use helpers the page lacks.
  const watch = `new Promise((resolve) => {
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
  return v.parse(v.array(v.number()), await frame.evaluate(watch));
}

/** Milliseconds between frames. */
type FrameTimes = { median: number; p95: number; frames: number };

function frameTimes(gaps: readonly number[]): FrameTimes {
  return { median: median(gaps), p95: percentile(gaps, 0.95), frames: gaps.length };
}

const textOf = ({ median: middle, p95, frames }: FrameTimes): string =>
  `median ${middle.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms, ${frames} frames`;

/** The percentile by nearest rank. @param share 0 to 1 @throws on no values */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
