import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { SWITCHES_PATH } from '@fridge/shared-contracts/page';
import { isCode, type RecordedRequest, recordRequests, ROUND_LATENCY_MS, roundsOf } from '../round-trips.ts';
import { changeServedRegistry, type RegistryChange, withRemote } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, contestWords, drawWords, hostWords } from '../words.ts';

/** Of a page as sent, br and with headers: what fits into the first round trip of a fresh connection, bytes. */
const PAGE_LIMIT = 14_000;

/** Connections of a browser to one origin over HTTP/1.1. */
const FILES_AT_ONCE = 6;

/** What the page fetches once it has nothing better to do. */
const IDLE = /\/assets\/measure-web-vitals-[^/]+$/;

/** Code, less what was asked for idly after the screen's code was there. */
function neededOf(requests: readonly RecordedRequest[], chunk: string): RecordedRequest[] {
  const hasScreenAt = requests.find(({ url }) => url.includes(chunk))?.answeredAt ?? Infinity;
  const isIdle = ({ url, sentAt }: RecordedRequest) => sentAt >= hasScreenAt && IDLE.test(new URL(url).pathname);
  return requests.filter((request) => isCode(request) && !isIdle(request));
}

for (const [address, title, chunk] of [
  ['/open', campaignWords['campaign.guide.heading'], 'guide-screen'],
  ['/#/open?brand=1', campaignWords['campaign.guide.heading'], 'guide-screen'],
  ['/draw', drawWords['draw.wheel.heading'], 'draw-screen'],
  ['/works', contestWords['host.default.contest.title'], 'works-screen'],
] as const) {
  test(`a cold deep link to ${address} has its code after two serial round trips, and nothing is fetched in vain`, async ({
    newContext,
    product,
  }) => {
    const page = await (await newContext({ viewport: { width: 390, height: 844 } })).newPage();
    const session = await page.context().newCDPSession(page);
    const recorded = await recordRequests(session);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.goto(product.hostUrl + address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const shownAt = recorded().length;

    const code = neededOf(recorded().slice(0, shownAt), chunk);
    const rounds = roundsOf(code);
    const told = rounds
      .map((round, index) => `${index + 1}: ${round.map(({ url }) => new URL(url).pathname).join(' ')}`)
      .join('\n');
    test.info().annotations.push({ type: 'rounds', description: told });
    expect(
      code.some(({ url }) => url.includes(chunk)),
      told,
    ).toBe(true);
    expect(rounds.length, told).toBe(2);
    expect(
      code.map(({ url }) => url).filter((url, index, all) => all.indexOf(url) !== index),
      'fetched twice',
    ).toEqual([]);
    expect(await unusedPreloads(page), 'preloaded and not used').toEqual([]);
  });
}

test('no route of any remote needs more files than a browser fetches from one origin at a time', async ({
  request,
  product,
}) => {
  const {
    remotes,
  }: { remotes: Record<string, { styles: unknown[]; routes: { path: string; scripts: unknown[] }[] }> } = await (
    await request.get(`${product.hostUrl}/remotes.json`)
  ).json();
  const counted = Object.values(remotes).flatMap(({ routes, styles }) =>
    routes.map(({ path, scripts }) => ({ path, files: scripts.length + styles.length })),
  );
  expect(counted.length).toBeGreaterThan(10);
  expect(counted.filter(({ files }) => files > FILES_AT_ONCE)).toEqual([]);
});

/** Modules and sheets that were preloaded, less those that were imported or attached. */
function unusedPreloads(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attached = new Set([...document.styleSheets].map(({ href }) => href));
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')]
      .map(({ href }) => href)
      .filter((href) => !attached.has(href));
  });
}

const closed: readonly [string, RegistryChange, string][] = [
  ['switched off', { registry: withRemote('campaign2023', { enabled: false }) }, hostWords['host.offline.title']],
  ['over', { businessTime: Date.parse('2023-09-01T00:00:00+08:00') }, hostWords['host.ended.title']],
  [
    'built for the next contract',
    { registry: withRemote('campaign2023', { contract: '4.0' }) },
    hostWords['host.remote.outdated.title'],
  ],
  [
    'built for the last contract',
    { registry: withRemote('campaign2023', { contract: '1.0' }) },
    hostWords['host.remote.outdated.title'],
  ],
  [
    'at a foreign origin',
    { registry: withRemote('campaign2023', { entry: 'http://localhost:9/remoteEntry.js' }) },
    hostWords['host.remote.failed.title'],
  ],
];
for (const [how, change, title] of closed) {
  test(`nothing is fetched for an activity that is ${how}`, async ({ page, product }) => {
    await changeServedRegistry(page, change);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${product.hostUrl}/open`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(
      asked.filter((url) => url.startsWith(product.remoteUrl('campaign2023')) || url.includes('localhost:9/')),
    ).toEqual([]);
  });
}

for (const path of ['/', '/open', '/draw', '/prize', '/works', '/upload', '/detail', '/yearReport', '/default'])
  test(`the page of ${path}, with its first screen, fits into the first flight of a connection`, async ({
    product,
  }) => {
    const answer = await new Promise<IncomingMessage>((resolve) => get(product.hostUrl + path, resolve));
    const body = await buffer(answer);
    // Name and value alternate: each with ": " or a line's end.
    const head = `HTTP/1.1 200 OK\r\n${answer.rawHeaders.join('\r\n')}\r\n\r\n`;
    expect(body.toString()).toContain('id="first-screen"');
    expect(head.length + brotliCompressSync(body).length).toBeLessThanOrEqual(PAGE_LIMIT);
  });

test('polls of switches that have not changed cost no body', async ({ product }) => {
  const first = await fetch(product.hostUrl + SWITCHES_PATH);
  expect(first.headers.get('cache-control')).toBe('public, max-age=3');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await fetch(product.hostUrl + SWITCHES_PATH, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
