import type { Browser } from '@playwright/test';
import { isCode, recordRequests, ROUND_LATENCY_MS, roundsOf } from '../browser/round-trips.ts';
import type { BenchProduct } from './bench-product.ts';
import { openUntil, slowLineAndProcessor, withColdPage } from './cold-page.ts';
import { activityRoutes } from './measured-routes.ts';
import { median } from './percentile.ts';

const RUNS = 5;

/** Medians in ms from navigation start; serial round trips until all code is loaded. */
type ColdOpen = { route: string; federated: number; monolith: number; rounds: { federated: number; monolith: number } };

/** Federated and monolith by turns. */
export async function measureColdOpen(browser: Browser, product: BenchProduct): Promise<ColdOpen[]> {
  const results: ColdOpen[] = [];
  for (const { route, button } of activityRoutes) {
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
    await slowLineAndProcessor(session);
    return openUntil(page, url, button);
  });
}

async function countRounds(browser: Browser, url: string, button: string): Promise<number> {
  return withColdPage(browser, async (page, session) => {
    const recorded = await recordRequests(session);
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: ROUND_LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });
    await openUntil(page, url, button);
    return roundsOf(recorded().filter(isCode)).length;
  });
}
