import type { Page, Route } from '@playwright/test';
import { acceptAnyBytes } from '../fixtures/any-bytes.ts';
import { followLink } from '@fridge/remote-kit/check/watch/look-at-page';
import { answerChanged, effectOfChanged, noEffect, watchFailures } from '../fixtures/changed-bytes.ts';
import { createGate } from '../fixtures/gate.ts';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { expectShownWithin, installClock } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import type { Product } from '../product/run-product.ts';
import { campaignWords, drawWords, hostWords } from '../words.ts';

const readable = { 'access-control-allow-origin': '*' };
const guide = (page: Page) => page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] });
const saying = (page: Page, title: string) => page.getByRole('heading', { name: title });

/** The files of the campaign that a story breaks. */
const files = {
  entry: /\/remoteEntry-[^/]*\.js$/,
  screen: /\/assets\/guide-screen-[^/]*\.js$/,
  nested: /\/assets\/shared-[^/]*\.js$/,
  styles: /\/assets\/style-[^/]*\.css$/,
};

/** That file at the campaign's origin, under every address a retry may use. */
const fileAt = (product: Product, file: keyof typeof files) => (url: URL) =>
  url.origin === product.remoteUrl('campaign2023') && files[file].test(url.pathname);

/** What only the remote's stylesheet gives: the place and size of the guide's large heading. */
function looks(page: Page): Promise<string> {
  return guide(page).evaluate((heading) => {
    const { fontSize, fontWeight, letterSpacing, color } = getComputedStyle(heading);
    const above = heading.parentElement;
    return JSON.stringify([
      fontSize,
      fontWeight,
      letterSpacing,
      color,
      above && getComputedStyle(above).backgroundImage,
      above && getComputedStyle(above).padding,
    ]);
  });
}

/** Header and hall are there, and the hall still leads to the draw. */
async function expectShellAlive(page: Page): Promise<void> {
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
  await page.getByRole('link', { name: new RegExp(drawWords['host.default.draw.title']) }).click();
  await expect(page).toHaveTitle(drawWords['draw.wheel.docTitle']);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const faults: [string, keyof typeof files, (route: Route) => Promise<void>, string][] = [
  ['its origin is down', 'entry', (route) => route.abort('connectionrefused'), hostWords['host.remote.failed.title']],
  [
    'its entry is an HTML page',
    'entry',
    (route) => route.fulfill({ status: 404, headers: readable, contentType: 'text/html', body: '<h1>404</h1>' }),
    hostWords['host.remote.failed.title'],
  ],
  [
    'its entry is not a container',
    'entry',
    (route) => route.fulfill({ headers: readable, contentType: 'text/javascript', body: 'export const nothing = 1;' }),
    hostWords['host.remote.failed.title'],
  ],
  [
    'its screen throws while it draws',
    'screen',
    (route) =>
      route.fulfill({
        headers: readable,
        contentType: 'text/javascript',
        body: 'export default function Broken() { throw new Error("broken on purpose"); }',
      }),
    hostWords['host.remote.crash.title'],
  ],
  [
    'its screen is no component',
    'screen',
    (route) => route.fulfill({ headers: readable, contentType: 'text/javascript', body: 'export default 42;' }),
    hostWords['host.remote.failed.title'],
  ],
];

for (const [how, file, fulfil, title] of faults) {
  test(`when ${how}, the fitting page stands in, and header, hall and the draw stay alive`, async ({
    page,
    product,
    guard,
  }) => {
    guard.expectFailedLoads(files[file]);
    guard.expect(/module script/i, /broken on purpose/);
    const broken = fileAt(product, file);
    await acceptAnyBytes(page);
    await page.route(broken, fulfil);
    await page.goto(`${product.hostUrl}/open`);
    await expect(saying(page, title)).toBeVisible();
    await leaveMark(page);
    const retry = page.getByRole('button', { name: hostWords['host.remote.retry'] });
    const asked = page.waitForRequest((request) => broken(new URL(request.url())));
    await retry.click();
    await asked;
    await expect(retry).not.toHaveAttribute('aria-busy', 'true');
    await expect(saying(page, title)).toBeVisible();
    await expect(guide(page)).toHaveCount(0);
    await expectShellAlive(page);

    await page.unroute(broken);
    await page.goBack();
    await page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) }).click();
    await page.getByRole('link', { name: campaignWords['campaign.home.openGuide'] }).click();
    await expect(guide(page)).toBeVisible();
    expect(await hasMark(page)).toBe(true);
  });
}

for (const [what, file, phase, from] of [
  ['nested chunk', 'nested', 'entry', null],
  ['stylesheet', 'styles', 'styles', null],
  ['screen', 'screen', 'screen', '/draw'],
  ['entry', 'entry', 'entry', '/draw'],
] as const) {
  test(`the ${what}, ${from ? "opened from another activity's page" : 'of the page itself'}, changed on its way or failing for a while is never used, leaves one event each time, and is healed by the retry button, styled and without a reload`, async ({
    page,
    product,
    guard,
    newContext,
  }) => {
    guard.expectFailedLoads(files[file]);
    guard.expect(/module script/i, /integrity/);
    const healthy = await (await newContext()).newPage();
    await healthy.setViewportSize({ width: 390, height: 844 });
    await healthy.goto(`${product.hostUrl}/open`);
    await expect(guide(healthy)).toBeVisible();

    const broken = fileAt(product, file);
    const failures = watchFailures(page);
    const failed = saying(page, hostWords['host.remote.failed.title']);
    const retry = page.getByRole('button', { name: hostWords['host.remote.retry'] });
    const inTurn = [
      ['integrity', answerChanged],
      ['network', (route: Route) => route.abort('connectionreset')],
      ['integrity', answerChanged],
    ] as const;
    for (const [attempt, [, answer]] of inTurn.entries()) {
      await page.unroute(broken);
      await page.route(broken, answer);
      if (attempt === 0) {
        await page.goto(product.hostUrl + (from ?? '/open'));
        if (from) {
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.evaluate(followLink, '/open');
        }
        await expect(failed).toBeVisible();
        await leaveMark(page);
      } else await retry.click();
      await failures.expectReasons(...inTurn.slice(0, attempt + 1).map(([reason]) => reason));
      await expect(failed).toBeVisible();
      expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
    }
    await page.unroute(broken);
    await retry.click();
    await expect(guide(page)).toBeVisible();
    expect(await hasMark(page)).toBe(true);
    expect(await looks(page)).toBe(await looks(healthy));
    expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
    const left = await failures.read();
    expect(left).toMatchObject(inTurn.map(([reason]) => ({ remote: 'campaign2023', phase, reason })));
  });
}

test('a page that failed while the device was offline opens by itself when the network is back', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/./);
  guard.expect(/module script/i, /dynamically imported/);
  await page.goto(`${product.hostUrl}/default`);
  const entry = page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) });
  await expect(entry).toBeVisible();
  await leaveMark(page);
  await context.setOffline(true);
  await entry.click();
  await expect(saying(page, hostWords['host.remote.failed.title'])).toBeVisible();
  await expect(page.getByText(hostWords['host.net.down'])).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.home.heading'] })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
});

for (const [phase, file, title] of [
  ['entry', 'entry', hostWords['host.remote.timeout.title']],
  ['nested chunk', 'nested', hostWords['host.remote.timeout.title']],
  ['screen', 'screen', hostWords['host.remote.timeout.title']],
  ['stylesheet', 'styles', hostWords['host.remote.timeout.title']],
] as const) {
  test(`the ${phase} hanging ends in its page within 20 s, and what arrives late is not mounted`, async ({
    page,
    product,
    guard,
  }) => {
    guard.expectFailedLoads(files[file]);
    guard.expect(/module script/i, /preload/);
    const gate = createGate();
    const hanging = fileAt(product, file);
    await page.route(hanging, async (route) => {
      await gate.opened;
      await route.continue();
    });
    await installClock(page);
    const asked = page.waitForRequest((request) => hanging(new URL(request.url())));
    await page.goto(`${product.hostUrl}/open`, { waitUntil: 'commit' });
    await asked;
    await expectShownWithin(page, saying(page, title), { limitMs: 20_000, stepMs: 4_000 });
    await expect(page.getByRole('button', { name: hostWords['host.header.back.aria'] })).toBeVisible();
    await leaveMark(page);

    const arrived = page.waitForEvent('requestfinished');
    gate.open();
    await arrived;
    await page.waitForLoadState('networkidle');
    await expect(saying(page, title)).toBeVisible();
    await expect(guide(page)).toHaveCount(0);

    await page.getByRole('button', { name: hostWords['host.remote.retry'] }).click();
    await expect(guide(page)).toBeVisible();
    expect(await hasMark(page)).toBe(true);
  });
}

for (const [what, fault, answer, file] of [
  ['code', 'is changed on its way', answerChanged, /^\/(~\d+\/)?assets\/hall-[^/]*\.js$/],
  ['stylesheet', 'fails', (route: Route) => route.abort('connectionreset'), /^\/(~\d+\/)?assets\/hall-[^/]*\.css$/],
] as const) {
  test(`a page of the host whose ${what} ${fault} for a while is healed by its retry, styled, without a reload and without a second host`, async ({
    page,
    product,
    guard,
  }) => {
    guard.expectFailedLoads(/\/assets\/hall-/);
    guard.expect(/module script/i, /dynamically imported/, /integrity/);
    const failures = watchFailures(page);
    const hosts: string[] = [];
    page.on('request', (request) => {
      const isModule = request.resourceType() === 'script';
      if (isModule && /\/assets\/index-[^/]*\.js$/.test(request.url())) hosts.push(request.url());
    });
    const broken = (url: URL) => url.origin === product.hostUrl && file.test(url.pathname);
    await page.route(broken, answer);
    await page.goto(`${product.hostUrl}/default`);
    await expect(saying(page, hostWords['host.remote.failed.title'])).toBeVisible();
    await leaveMark(page);
    if (what === 'code') await failures.expectReasons('integrity');
    await page.unroute(broken);
    const again = page.waitForRequest((request) => broken(new URL(request.url())));
    await page.getByRole('button', { name: hostWords['host.remote.retry'] }).click();
    expect(new URL((await again).url()).pathname).toMatch(/^\/~1\//);
    const entry = page.getByRole('link', { name: new RegExp(drawWords['host.default.draw.title']) });
    await expect(entry).toBeVisible();
    expect(await entry.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('none');
    expect(hosts).toHaveLength(1);
    expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
    expect(await hasMark(page)).toBe(true);
  });
}

test("a script of the host that was changed on its way doesn't run, and the page says so without it", async ({
  page,
  product,
  guard,
}) => {
  guard.expect(/integrity/, /preloaded/);
  await page.route(/\/assets\/index-[^/]*\.js$/, answerChanged);
  await page.goto(`${product.hostUrl}/open`);
  await expect(page.getByText(hostWords['host.remote.failed.title'])).toBeInViewport();
  await expect(page.getByRole('button', { name: hostWords['host.remote.retry'] })).toBeInViewport();
  expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
});
