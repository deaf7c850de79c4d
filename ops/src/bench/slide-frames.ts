import type { Browser, Frame } from '@playwright/test';
import { withDemoPage } from './demo-product.ts';
import { type FrameTimes, frameTimes, slowDown, watchFrames } from './frame-times.ts';

/** A page turn takes 620 ms, the next slide's animation as long again. */
const TURN_MS = 1_500;
const REST_MS = 3_000;
/** The story starts after 2 to 4 s of progress. */
const START_LIMIT_MS = 60_000;

/** `slowest`: the kind of slide with the worst frame times. */
type SlideFrames = { resting: FrameTimes; turning: FrameTimes; slowest: FrameTimes & { kind: string } };

/** Frame times of the report: over all page turns, and on the first slide at rest. */
export function measureSlides(browser: Browser, slowdown: number): Promise<SlideFrames> {
  return withDemoPage(browser, '/yearReport', async ({ page, frame }) => {
    await frame.getByRole('button', { name: '查看我的年度报告' }).click();
    const slides = frame.locator('[data-kind]');
    await slides.first().waitFor({ timeout: START_LIMIT_MS });
    await slowDown(page, slowdown);
    // The first slide's animations end.
    await page.waitForTimeout(TURN_MS);
    const resting = frameTimes(await watchFrames(frame, REST_MS));
    const turns: { kind: string; gaps: number[] }[] = [];
    for (let to = 1; to < (await slides.count()); to += 1) turns.push(await turnTo(frame, to));
    const [slowest] = turns.map(({ kind, gaps }) => ({ kind, ...frameTimes(gaps) })).toSorted((a, b) => b.p95 - a.p95);
    if (!slowest) throw new Error('The report has one slide: there is nothing to turn to.');
    return { resting, turning: frameTimes(turns.flatMap(({ gaps }) => gaps)), slowest };
  });
}

async function turnTo(frame: Frame, to: number): Promise<{ kind: string; gaps: number[] }> {
  const watching = watchFrames(frame, TURN_MS);
  await frame.locator('body').press('ArrowDown');
  const gaps = await watching;
  const kind = await frame.locator('[data-kind]').nth(to).getAttribute('data-kind');
  return { kind: kind ?? '', gaps };
}
