import type { Browser, Frame } from '@playwright/test';
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
    print(`\nFrames, ${slowdown}x CPU (goal of the slides: 95th percentile under ${goal} ms)`);
    for (const [path, play] of Object.entries(scenes))
      for (const [name, gaps] of Object.entries(await playSlowly(browser, path, slowdown, play)))
        print(
          `  ${path.padEnd(12)} ${name.padEnd(20)} median ${median(gaps).toFixed(1)} ms, 95th percentile ${worst(gaps).toFixed(1)} ms, ${gaps.length} frames`,
        );
  }
}

/** Milliseconds between frames, by what the page does. `slow` is called when it rests. */
type Scene = (frame: Frame, slow: () => Promise<unknown>) => Promise<Readonly<Record<string, readonly number[]>>>;

const scenes: Readonly<Record<string, Scene>> = {
  async '/draw'(frame, slow) {
    const button = frame.getByRole('button', { name: '立即抽奖' });
    await button.waitFor();
    await slow();
    const resting = await watchFrames(frame, SPIN_MS);
    await button.click();
    return { resting, spinning: await watchFrames(frame, SPIN_MS) };
  },
  async '/yearReport'(frame, slow) {
    await frame.getByRole('button', { name: '查看我的年度报告' }).click();
    const slides = frame.locator('[data-kind]');
    await slides.first().waitFor({ timeout: START_LIMIT_MS });
    await slow();
    await frame.waitForTimeout(TURN_MS); // the first slide's animations end
    const resting = await watchFrames(frame, REST_MS);
    const turns: { kind: string; gaps: number[] }[] = [];
    for (let to = 1; to < (await slides.count()); to += 1) {
      const watching = watchFrames(frame, TURN_MS);
      await frame.locator('body').press('ArrowDown');
      turns.push({ gaps: await watching, kind: (await slides.nth(to).getAttribute('data-kind')) ?? '' });
    }
    const [slowest] = turns.toSorted((a, b) => worst(b.gaps) - worst(a.gaps));
    if (!slowest) throw new Error('The report has one slide: there is nothing to turn to.');
    return { resting, turning: turns.flatMap(({ gaps }) => gaps), [`slowest: ${slowest.kind}`]: slowest.gaps };
  },
};

/** Opens a host path in the stand-in app of a product, which logs the first household in. */
const playSlowly = (browser: Browser, path: string, rate: number, play: Scene): ReturnType<Scene> =>
  withDemonstration(async ({ companionApp }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    try {
      await page.goto(`${originOf(companionApp)}/?open=${path}`);
      const frame = await (await page.waitForSelector('[data-testid=web-view]')).contentFrame();
      if (!frame) throw new Error('The stand-in app did not open the host.');
      const session = await page.context().newCDPSession(page);
      return await play(frame, () => session.send('Emulation.setCPUThrottlingRate', { rate }));
    } finally {
      await page.close();
    }
  });

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

/** The percentile by nearest rank. @param share 0 to 1 @throws on no values */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
const worst = (gaps: readonly number[]): number => percentile(gaps, 0.95);
