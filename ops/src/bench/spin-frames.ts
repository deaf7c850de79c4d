import type { Browser } from '@playwright/test';
import { withDemoPage } from './demo-product.ts';
import { type FrameTimes, frameTimes, slowDown, watchFrames } from './frame-times.ts';

const WATCHED_MS = 2_800;

/** At rest is the baseline. */
export function measureSpin(browser: Browser, slowdown: number): Promise<{ spinning: FrameTimes; resting: FrameTimes }> {
  return withDemoPage(browser, '/draw', async ({ page, frame }) => {
    const button = frame.getByRole('button', { name: '立即抽奖' });
    await button.waitFor();
    await slowDown(page, slowdown);
    const resting = frameTimes(await watchFrames(frame, WATCHED_MS));
    await button.click();
    const spinning = frameTimes(await watchFrames(frame, WATCHED_MS));
    return { spinning, resting };
  });
}
