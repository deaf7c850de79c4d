import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { BenchRoute } from './bench-routes.ts';
import { isCode, recordRequests, ROUND_LATENCY_MS, roundsOf } from './round-trips.ts';
import { readWatched, watchChange, watchFor, type Watched, watchPage } from './watch-page.ts';

/** 1.6 Mbit/s, 150 ms latency, 4x CPU. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const OPEN_LIMIT_MS = 30_000;
/** A page without long tasks and larger paints for this time is idle; a slow machine's never is. */
const REST_MS = 2_000;
const REST_LIMIT_MS = 15_000;
/** Longer tasks delay touches. */
const SHORT_TASK_MS = 50;

/** `blocking`: Lighthouse's "total blocking time"; `longest`: the longest task of the visit. */
export type Visit = { firstScreen: number; largest: number; shift: number; blocking: number; longest: number };

/** Without a tap, since paints and shifts after it don't count. */
export function visitCold(browser: Browser, url: string): Promise<Visit> {
  return withContext(browser, async (context) => {
    const page = await slowPage(context);
    await watchPage(page, null);
    const { firstScreen, largest, shift, painted, tasks } = await restOf(page, url);
    const afterPaint = tasks.map(({ start, end }) => end - Math.max(start, painted));
    return {
      firstScreen: firstScreen ?? Infinity,
      largest,
      shift,
      blocking: afterPaint.reduce((sum, duration) => sum + Math.max(0, duration - SHORT_TASK_MS), 0),
      longest: Math.max(0, ...tasks.map(({ start, end }) => end - start)),
    };
  });
}

/** A visit whose main button is tapped when it is painted, and one more with a warm cache. `null`: without effect. */
export type Taps = { cold: Watched | null; warm: Watched | null };

export function tapColdAndWarm(browser: Browser, url: string, route: BenchRoute): Promise<Taps> {
  return withContext(browser, async (context) => {
    const cold = await tapOnce(context, url, route);
    return { cold, warm: await tapOnce(context, url, route) };
  });
}

/** @returns `null` when the tap had no effect */
export const tapCold = (browser: Browser, url: string, route: BenchRoute): Promise<Watched | null> =>
  withContext(browser, (context) => tapOnce(context, url, route));

async function tapOnce(context: BrowserContext, url: string, { button, effect }: BenchRoute): Promise<Watched | null> {
  if (button === null) return null;
  const page = await slowPage(context);
  await watchPage(page, { button, effect });
  await page.goto(url, { waitUntil: 'commit' });
  const hasEffect = await watchFor(page, 'effect').then(
    () => true,
    () => false,
  );
  const watched = hasEffect ? await readWatched(page) : null;
  await page.close();
  return watched;
}

/** Ms from a tap on the hall's link until the first screen of its route. */
export function changeFromHall(browser: Browser, origin: string, path: string): Promise<number> {
  return withContext(browser, async (context) => {
    const page = await slowPage(context);
    await watchPage(page, null);
    await restOf(page, `${origin}/default`);
    await watchChange(page, `main a[href="${path}"]`);
    await watchFor(page, 'firstScreen');
    const { tapped, firstScreen } = await readWatched(page);
    return (firstScreen ?? Infinity) - (tapped ?? 0);
  });
}

/** Serial round trips until a route's code is loaded. */
export function countRounds(browser: Browser, url: string): Promise<number> {
  return withContext(browser, async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const recorded = await recordRequests(session);
    const latency = { ...NETWORK, latency: ROUND_LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', latency);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector('#root main > :not([data-page])', { timeout: OPEN_LIMIT_MS });
    return roundsOf(recorded().filter(isCode)).length;
  });
}

/** KB of JavaScript, gzip level 9, that a page had until the effect of a tap. */
export async function scriptsOf({ scripts, inlineScripts }: Watched): Promise<number> {
  const sizes = await Promise.all([
    zipped(inlineScripts),
    ...scripts.map(async (script) => zipped(await (await fetch(script)).text())),
  ]);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const zipped = async (script: string): Promise<number> => (await promisify(gzip)(script, { level: 9 })).length;

async function restOf(page: Page, url: string): Promise<Watched> {
  await page.goto(url, { waitUntil: 'commit' });
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
  measure: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    return await measure(context);
  } finally {
    await context.close();
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}
