import { compress } from '@fridge/server/host-origin/content';
import type { Browser, CDPSession, Page } from '@playwright/test';
import * as v from 'valibot';
import type { BenchProduct } from './bench-product.ts';
import { median } from './frame-times.ts';
import { isCode, recordRequests, ROUND_LATENCY_MS, roundsOf } from './round-trips.ts';

const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const OPEN_LIMIT_MS = 60_000;
const RUNS = 5;
/** A page without long tasks for this time is idle. */
const REST_MS = 2_000;
/** Longer tasks delay touches. */
const SHORT_TASK_MS = 50;

/** A route, and text or accessible name of an element of its open page. */
const activityRoutes = [
  ['/', '答题赢电费券'],
  ['/open', '开始答题'],
  ['/draw', '立即抽奖'],
  ['/prize', '去鲜居App查看'],
  ['/works', '上传作品'],
  ['/upload', '上传作品'],
  ['/detail', '下一张'],
  ['/yearReport', '开启我的回忆'],
] as const;
const hostRoutes = [
  ['/default', '冰箱省电之星'],
  ['/share', '复制链接'],
] as const;

/** Medians from navigation start, federated and monolith by turns; serial round trips until all code is loaded. */
export async function reportOpening(
  browser: Browser,
  product: BenchProduct,
  print: (line: string) => void,
): Promise<void> {
  await reportPages(product.federated, print);
  print('\nCold deep link until the main button stands, 1.6 Mbit/s, 150 ms latency, 4x CPU; median of 5, interleaved');
  for (const [route, button] of activityRoutes) {
    const times = { federated: [] as number[], monolith: [] as number[] };
    for (let run = 0; run < RUNS; run += 1) {
      for (const delivery of ['monolith', 'federated'] as const) {
        times[delivery].push(await timeOpen(browser, product[delivery] + route, button));
      }
    }
    const opened = async (delivery: 'federated' | 'monolith') => {
      const rounds = await countRounds(browser, product[delivery] + route, button);
      return `${median(times[delivery]).toFixed(0).padStart(5)} ms in ${rounds} round trips`;
    };
    const ratio = (median(times.federated) / median(times.monolith)).toFixed(2);
    print(
      `  ${route.padEnd(12)} federated ${await opened('federated')}  one build ${await opened('monolith')}  ratio ${ratio}`,
    );
  }
}

/** `blocking`: Lighthouse's "total blocking time"; `longest`: the longest task of the visit. */
export async function reportBlocking(browser: Browser, origin: string, print: (line: string) => void): Promise<void> {
  print(
    '\nBlocking and shift of a cold open, the same line and processor (goal: at most 200 ms, 0); median of 5, greatest shift of them',
  );
  for (const [route, button] of [...activityRoutes, ...hostRoutes]) {
    const visits: Blocking[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await measureBlocking(browser, origin + route, button));
    const milliseconds = (of: 'blocking' | 'longest') =>
      `${median(visits.map((visit) => visit[of]))
        .toFixed(0)
        .padStart(4)} ms`;
    const shift = Math.max(...visits.map((visit) => visit.shift)).toFixed(3);
    print(
      `  ${route.padEnd(12)} blocking ${milliseconds('blocking')}  longest task ${milliseconds('longest')}  shift ${shift}`,
    );
  }
}

/** Of the home, with all preload links, and of the route with the largest map. KB, compressed as they are served. */
async function reportPages(origin: string, print: (line: string) => void): Promise<void> {
  print('\nThe page, settings and registry in it, KB (goal: at most 5 without the integrity map)');
  for (const path of ['/', '/works']) {
    const html = await (await fetch(origin + path)).text();
    const bare = html.replace(/<script type="importmap">.*?<\/script>/s, '').replace(/ integrity="[^"]*"/g, '');
    const sizes = async (page: string) =>
      `br ${await compressedSize(page, 'br')}, gzip ${await compressedSize(page, 'gzip')}`;
    print(`  ${path.padEnd(12)} ${await sizes(html)}  without the map ${await sizes(bare)}`);
  }
}

const compressedSize = async (page: string, encoding: 'br' | 'gzip'): Promise<string> =>
  ((await compress(page, encoding)).length / 1000).toFixed(1);

function timeOpen(browser: Browser, url: string, button: string): Promise<number> {
  return withColdPage(browser, async (page, session) => {
    await slowLineAndProcessor(session);
    return openUntil(page, url, button);
  });
}

function countRounds(browser: Browser, url: string, button: string): Promise<number> {
  return withColdPage(browser, async (page, session) => {
    const recorded = await recordRequests(session);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await openUntil(page, url, button);
    return roundsOf(recorded().filter(isCode)).length;
  });
}

async function withColdPage<Result>(
  browser: Browser,
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    return await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

async function slowLineAndProcessor(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** @returns the button's first frame, ms from navigation start */
async function openUntil(page: Page, url: string, button: string): Promise<number> {
  // Text, since a compiled function may use helpers the page lacks.
  const watchForButton = `requestAnimationFrame(function look(now) {
    const seen = [...document.querySelectorAll('button, a')].some((element) => (element.textContent + (element.ariaLabel ?? '')).includes(${JSON.stringify(button)}));
    if (seen) window.benchSeen = now;
    else requestAnimationFrame(look);
  });`;
  await page.addInitScript({ content: watchForButton });
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => Reflect.get(window, 'benchSeen'), undefined, {
    timeout: OPEN_LIMIT_MS,
  });
  return Number(await handle.jsonValue());
}

/** Times in ms, and the layout shift score. */
type Blocking = { blocking: number; longest: number; shift: number };

const task = v.object({ start: v.number(), end: v.number() });
const visitSchema = v.object({ painted: v.number(), shift: v.number(), tasks: v.array(task), quietFor: v.number() });

function measureBlocking(browser: Browser, url: string, button: string): Promise<Blocking> {
  return withColdPage(browser, async (page, session) => {
    await slowLineAndProcessor(session);
    await page.addInitScript({ content: watchTasks });
    await openUntil(page, url, button);
    const read = async () => v.parse(visitSchema, await page.evaluate('window.benchVisit()'));
    let visit = await read();
    for (; visit.quietFor < REST_MS; visit = await read()) await page.waitForTimeout(REST_MS - visit.quietFor + 1);
    const { painted, shift, tasks } = visit;
    const afterPaint = tasks.map(({ start, end }) => end - Math.max(start, painted));
    return {
      blocking: afterPaint.reduce((sum, duration) => sum + Math.max(0, duration - SHORT_TASK_MS), 0),
      longest: Math.max(0, ...tasks.map(({ start, end }) => end - start)),
      shift,
    };
  });
}

const watchTasks = `{
  const visit = { painted: Infinity, shift: 0, tasks: [] };
  const began = performance.now();
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => visit.tasks.push({ start: startTime, end: startTime + duration }));
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') visit.painted = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) visit.shift += value; });
  window.benchVisit = () => ({ ...visit, quietFor: performance.now() - (visit.tasks.at(-1)?.end ?? began) });
}`;
