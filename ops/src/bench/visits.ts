import type { Browser, BrowserContext, Page } from '@playwright/test';
import { readWatched, type Tap, watchChange, watchFor, type Watched, watchPage } from './watch-page.ts';

/** 1.6 Mbit/s, 150 ms latency, 4x CPU. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** A page without long tasks and larger paints for this time is idle; a slow machine's never is. */
const REST_MS = 2_000;
const REST_LIMIT_MS = 15_000;

/** Without a tap, since paints and shifts after it don't count. */
export const visitCold = (browser: Browser, url: string): Promise<Watched> =>
  withContext(browser, async (context) => restOf(await openSlowly(context, url)));

/**
 * Visits whose main button is tapped when it is painted, each with the cache of those before. `null`: without effect.
 */
export const tapVisits = (browser: Browser, url: string, tap: Tap, count: number): Promise<(Watched | null)[]> =>
  withContext(browser, async (context) => {
    const visits: (Watched | null)[] = [];
    while (visits.length < count) visits.push(await tapOnce(context, url, tap));
    return visits;
  });

async function tapOnce(context: BrowserContext, url: string, tap: Tap): Promise<Watched | null> {
  const page = await openSlowly(context, url, tap);
  const watched = await watchFor(page, 'effect').then(
    () => readWatched(page),
    () => null,
  );
  await page.close();
  return watched;
}

/** A tap on the hall's link; `tapped` and `firstScreen` are those of its route. */
export const changeFromHall = (browser: Browser, origin: string, path: string): Promise<Watched> =>
  withContext(browser, async (context) => {
    const page = await openSlowly(context, `${origin}/default`);
    await restOf(page);
    await watchChange(page, `main a[href="${path}"]`);
    await watchFor(page, 'firstScreen');
    return readWatched(page);
  });

async function restOf(page: Page): Promise<Watched> {
  await watchFor(page, 'firstScreen');
  await page.waitForLoadState('load');
  const until = performance.now() + REST_LIMIT_MS;
  let watched = await readWatched(page);
  for (; watched.quietFor < REST_MS && performance.now() < until; watched = await readWatched(page))
    await page.waitForTimeout(REST_MS - watched.quietFor + 1);
  return watched;
}

async function withContext<Result>(
  browser: Browser,
  visit: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    return await visit(context);
  } finally {
    await context.close();
  }
}

async function openSlowly(context: BrowserContext, url: string, tap: Tap | null = null): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await watchPage(page, tap);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}
