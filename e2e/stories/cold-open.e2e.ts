import { recordRequests, roundsOf } from '../../ops/src/browser/round-trips.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords } from '../words.ts';

/** Far above what the browser itself needs between two requests, milliseconds. */
const LATENCY_MS = 600;

test('a cold deep link to the guide has its code after at most three serial round trips', async ({ newContext, product }) => {
  const context = await newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const recorded = await recordRequests(session);
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });
  await page.goto(`${product.hostUrl}/open`);
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();

  const code = recorded().filter(({ url, type }) => ['Document', 'Script', 'Stylesheet'].includes(type) || url.endsWith('/remotes.json') || /\.(js|css)$/.test(new URL(url).pathname));
  const rounds = roundsOf(code);
  const told = rounds.map((round, index) => `${index + 1}: ${round.map(({ url }) => new URL(url).pathname).join(' ')}`).join('\n');
  test.info().annotations.push({ type: 'rounds', description: told });
  expect(code.some(({ url }) => url.includes('guide-screen')), told).toBe(true);
  expect(rounds.length, told).toBeLessThanOrEqual(3);
});
