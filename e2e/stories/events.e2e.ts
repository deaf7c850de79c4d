import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fixedParameters, openPhases, type TrackedEvent } from '@fridge/shared-contracts/page';
import { expect, test } from '../fixtures/story.ts';
import { operate } from '../product/guest.ts';
import type { Product } from '../product/run-product.ts';
import { campaignWords, hostWords } from '../words.ts';

// The events of all pages are counted.
test.use({ productName: 'events that are read back' });
test.describe.configure({ mode: 'default' });

/** What the server has stored, newest first, as an operator sees it. */
async function stored(product: Product): Promise<TrackedEvent[]> {
  const listed: { events: TrackedEvent[] } = JSON.parse(await operate(product, 'events', '--limit', '500', '--json'));
  return listed.events;
}

const guideLink = (page: Page) => page.getByRole('link', { name: campaignWords['campaign.home.openGuide'] });
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('visits and clicks reach the server when the page is hidden, each once, with the fixed parameters', async ({
  page,
  product,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/track') && sent.push(request.postData() ?? ''));
  await page.goto(`${product.hostUrl}/?phone=13900002001&userId=someone`);
  await guideLink(page).click();
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();
  await hide(page);
  await expect
    .poll(async () =>
      (await stored(product)).filter(({ event }) => event === 'pageView').map((event) => 'page' in event && event.page),
    )
    .toEqual(expect.arrayContaining(['/', '/open']));
  await hide(page);
  await page.reload();
  await hide(page);
  const events = await stored(product);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.filter((event) => event.event === 'pageView' && event.page === '/')).toHaveLength(1);
  for (const event of sent.flatMap((body) => (JSON.parse(body) as { events: unknown[] }).events))
    expect(event).toMatchObject(fixedParameters);
  expect(sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toMatch(/13900002001|someone/);
});

test('what happened without a network is sent after a reload with one, each once', async ({ page, product, guard }) => {
  guard.expectFailedLoads(/\/track$/);
  await page.goto(`${product.hostUrl}/rule`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.route('**/track', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
  await hide(page);
  await page.unroute('**/track');
  await page.goto(`${product.hostUrl}/step`);
  await expect
    .poll(
      async () =>
        (await stored(product)).filter((event) => event.event === 'pageView' && event.page === '/default').length,
      { timeout: 30_000 },
    )
    .toBe(1);
  const events = await stored(product);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test('a remote that does not load leaves one event with its reason, and no address', async ({
  page,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/\/remoteEntry-/);
  guard.expect(/module script/i);
  await page.route(/remoteEntry-/, (route) => route.abort('connectionrefused'));
  await page.goto(`${product.hostUrl}/draw?phone=13900002001`);
  await expect(page.getByRole('heading', { name: hostWords['host.remote.failed.title'] })).toBeVisible();
  await hide(page);
  const failures = async () =>
    (await stored(product)).filter((event) => event.event === 'failure' && event.remote === 'draw');
  await expect.poll(async () => (await failures()).length).toBe(1);
  expect(await failures()).toMatchObject([
    { page: '/draw', phase: 'entry', reason: expect.stringMatching(/^[a-zA-Z]+$/) },
  ]);
  expect(JSON.stringify(await stored(product))).not.toMatch(/13900002001|https?:/);
});

test('opening a page is one open with its release, phases and times, in health and metrics', async ({
  page,
  product,
}) => {
  await page.goto(`${product.hostUrl}/draw/rule?phone=13900002001`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await hide(page);
  const opens = async () =>
    (await stored(product)).flatMap((event) => (event.event === 'open' && event.page === '/draw/rule' ? [event] : []));
  await expect.poll(async () => (await opens()).length).toBe(1);
  const [open] = await opens();
  expect(open).toMatchObject({
    remote: 'draw',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    phases: Object.fromEntries(openPhases.map((phase) => [phase, expect.any(Number)])),
  });
  const vitals = async () =>
    (await stored(product)).filter((event) => event.event === 'vitals' && event.page === '/draw/rule');
  await expect.poll(async () => (await vitals()).length).toBe(1);
  const health: unknown = JSON.parse(await operate(product, 'health', 'draw', '--json'));
  expect(health).toMatchObject({
    releases: [{ version: open?.version, state: 'stable', load: { p50: expect.any(Number) } }],
  });
  const metrics = await (await fetch(`${product.operationsUrl}/metrics`)).text();
  expect(metrics).toMatch(new RegExp(`^fridge_opens_total\\{remote="draw",release="[^"]+"\\} [1-9]`, 'm'));
});

const eventOf = (values: object) => ({ id: randomUUID(), at: Date.now(), ...fixedParameters, ...values });

test('the server keeps an event once, and refuses what could tell of a person', async ({ product }) => {
  const good = eventOf({ event: 'click', page: '/', name: 'a.word' });
  const bad = eventOf({ event: 'click', page: '/', name: '13900002001' });
  const send = async () =>
    (
      await fetch(`${product.apiUrl}/track`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin: product.hostUrl },
        body: JSON.stringify({ events: [good, bad] }),
      })
    ).json();
  expect(await send()).toMatchObject({ code: 0 });
  expect(await send()).toMatchObject({ code: 0 });
  const ids = (await stored(product)).map(({ id }) => id);
  expect(ids.filter((id) => id === good.id)).toHaveLength(1);
  expect(ids).not.toContain(bad.id);
});
