import type { Browser, CDPSession, Page } from '@playwright/test';
import { isCode, recordRequests, ROUND_LATENCY_MS, roundsOf } from '../browser/round-trips.ts';
import type { BenchProduct } from './bench-product.ts';
import { median } from './percentile.ts';

/** Routes with the text, or the accessible name, of the button whose arrival ends the measurement. */
const MEASURED = [
  { route: '/', button: '答题赢电费券' },
  { route: '/open', button: '开始答题' },
  { route: '/draw', button: '立即抽奖' },
  { route: '/prize', button: '去鲜居App查看' },
  { route: '/works', button: '上传作品' },
  { route: '/upload', button: '提交审核' },
  { route: '/detail', button: '下一张' },
  { route: '/yearReport', button: '开启我的回忆' },
] as const;
const RUNS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const OPEN_LIMIT_MS = 60_000;

/** Medians in milliseconds from navigation start; serial round trips until the code is complete. */
export type ColdOpen = { route: string; federated: number; monolith: number; rounds: { federated: number; monolith: number } };

/** Times a cold deep link through federation and in the monolith, in turns. */
export async function measureColdOpen(browser: Browser, product: BenchProduct): Promise<ColdOpen[]> {
  const results: ColdOpen[] = [];
  for (const { route, button } of MEASURED) {
    const times = { federated: [] as number[], monolith: [] as number[] };
    for (let run = 0; run < RUNS; run += 1) {
      for (const delivery of ['monolith', 'federated'] as const) times[delivery].push(await timeOpen(browser, product[delivery] + route, button));
    }
    const rounds = { federated: await countRounds(browser, product.federated + route, button), monolith: await countRounds(browser, product.monolith + route, button) };
    results.push({ route, federated: median(times.federated), monolith: median(times.monolith), rounds });
  }
  return results;
}

async function timeOpen(browser: Browser, url: string, button: string): Promise<number> {
  return withColdPage(browser, async (page, session) => {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return open(page, url, button);
  });
}

async function countRounds(browser: Browser, url: string, button: string): Promise<number> {
  return withColdPage(browser, async (page, session) => {
    const recorded = await recordRequests(session);
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: ROUND_LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });
    await open(page, url, button);
    return roundsOf(recorded().filter(isCode)).length;
  });
}

async function withColdPage<Result>(browser: Browser, measure: (page: Page, session: CDPSession) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    return await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** @returns when the button stood in a frame, milliseconds from navigation start */
async function open(page: Page, url: string, button: string): Promise<number> {
  await page.addInitScript({ content: watchForButton(button) });
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => Reflect.get(window, 'benchSeen'), undefined, { timeout: OPEN_LIMIT_MS });
  return Number(await handle.jsonValue());
}

/** Script for the page: notes the frame in which the button stands. Text, since a compiled function may lean on helpers the page lacks. */
function watchForButton(text: string): string {
  return `requestAnimationFrame(function look(now) {
    const seen = [...document.querySelectorAll('button, a')].some((element) => (element.textContent + (element.ariaLabel ?? '')).includes(${JSON.stringify(text)}));
    if (seen) window.benchSeen = now;
    else requestAnimationFrame(look);
  });`;
}
