import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { hearMusic, setHidden } from '../../report/music.ts';
import { enter, goTo, slideOn } from '../../report/story.ts';
import { reportWords } from '../../words.ts';

const stops = (page: Page): Locator =>
  page.getByRole('button', { name: reportWords['report.music.on.aria'], exact: true });
const starts = (page: Page): Locator =>
  page.getByRole('button', { name: reportWords['report.music.off.aria'], exact: true });

test('where it may, the music begins with the slides: a hidden page is silent, the last slide only hides the button, a click stops it, and it stays so', async ({
  page,
  households,
  product,
}) => {
  const isHeard = await hearMusic(page);
  const early: string[] = [];
  page.on('request', (request) => request.url().endsWith('.m4a') && early.push(request.url()));
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await page.waitForLoadState('networkidle');
  expect(early, 'music fetched with the landing').toEqual([]);
  await enter(page);
  await expect(stops(page)).toBeVisible();
  expect(await isHeard()).toBe(true);

  await setHidden(page, true);
  await expect.poll(isHeard).toBe(false);
  await setHidden(page, false);
  await expect(stops(page)).toBeVisible();
  expect(await isHeard()).toBe(true);

  await goTo(page, 'end');
  await expect(page.locator('[data-music]')).toHaveCount(0);
  expect(await isHeard()).toBe(true);
  await setHidden(page, true);
  await expect.poll(isHeard).toBe(false);
  await setHidden(page, false);
  await expect.poll(isHeard).toBe(true);
  await page.keyboard.press('ArrowUp');
  await expect(stops(page)).toBeVisible();
  expect(await isHeard()).toBe(true);

  await stops(page).click();
  await expect(starts(page)).toBeVisible();
  expect(await isHeard()).toBe(false);
  await goTo(page, 'open');
  await setHidden(page, true);
  await setHidden(page, false);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await isHeard()).toBe(false);
  await starts(page).click();
  await expect(stops(page)).toBeVisible();
  expect(await isHeard()).toBe(true);
});

test('a web view that the app covers is silent as well', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.eligible);
  const isHeard = await hearMusic(app.page);
  await app.open('/yearReport');
  await enter(app.page);
  await expect(stops(app.page)).toBeVisible();
  await app.tell({ event: 'pageHide', data: {} });
  await expect.poll(isHeard).toBe(false);
  await app.tell({ event: 'pageShow', data: {} });
  await expect.poll(isHeard).toBe(true);
});

test('where sound needs a touch the button says so, and the first touch starts it', async ({
  page,
  households,
  product,
}) => {
  const isHeard = await hearMusic(page, true);
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  await expect(starts(page)).toBeVisible();
  expect(await isHeard()).toBe(false);
  await slideOn(page).click({ position: { x: 100, y: 500 } });
  await expect(stops(page)).toBeVisible();
  expect(await isHeard()).toBe(true);
});

test("where sound needs a touch WeChat's bridge starts the music without one, and the button works too", async ({
  page,
  households,
  product,
}) => {
  const isHeard = await hearMusic(page, true);
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  await expect(starts(page)).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('WeixinJSBridgeReady')));
  await expect(stops(page)).toBeVisible();
  await stops(page).click();
  await expect.poll(isHeard).toBe(false);
  await starts(page).click();
  await expect(stops(page)).toBeVisible();
});

test('music that does not come leaves the story as it is', async ({ page, households, product, guard }) => {
  guard.expectFailedLoads(/\.m4a$/);
  await page.route(/\.m4a$/, (route) => route.abort('failed'));
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  await expect(starts(page)).toBeVisible();
  await starts(page).click();
  await goTo(page, 'open');
  await expect(starts(page)).toBeVisible();
});
