import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, contestWords, drawWords, hostWords, reportWords } from '../words.ts';

const skinOf = (page: Page) => page.locator('html').getAttribute('data-skin');

for (const [query, skin] of [
  ['', '0'],
  ['?brand=0', '0'],
  ['?brand=1', '1'],
  ['?brand=2', '2'],
  ['?brand=3', '0'],
  ['?brand=-1', '0'],
  ['?brand=1.0', '0'],
  ['?brand=1&brand=2', '0'],
  ['?brand=2&brand=2', '2'],
  ['?brand=%00%FF&unknown=%3Cscript%3E&fridgeId[]=1', '0'],
  [`?brand=1&fridgeId=${'x'.repeat(3000)}`, '1'],
  ['?brand=1#/open?brand=2', '2'],
  ['#/open?brand=1', '1'],
] as const) {
  test(`the guide opens at /open${query.slice(0, 48)} in skin ${skin}`, async ({ page, product }) => {
    await page.goto(`${product.hostUrl}${query.startsWith('#') ? '/' : '/open'}${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaignWords['campaign.guide.heading']);
    expect(await skinOf(page)).toBe(skin);
  });
}

for (const [path, title] of [
  ['/', campaignWords['campaign.home.docTitle']],
  ['/open', campaignWords['campaign.guide.docTitle']],
  ['/step', campaignWords['campaign.step.docTitle']],
  ['/rule', campaignWords['campaign.rule.docTitle']],
  ['/draw', drawWords['draw.wheel.docTitle']],
  ['/draw/rule', drawWords['draw.wheel.ruleLink']],
  ['/prize', drawWords['draw.prize.docTitle']],
  ['/works', contestWords['contest.works.docTitle']],
  ['/works/rule', contestWords['campaign.rule.docTitle']],
  ['/yearReport/rule', reportWords['campaign.rule.docTitle']],
  ['/upload', contestWords['contest.upload.docTitle']],
  ['/detail', contestWords['contest.detail.docTitle']],
  ['/share', hostWords['host.share.docTitle']],
  ['/yearReportShare', hostWords['host.share.docTitle']],
  ['/default', hostWords['host.default.docTitle']],
  ['/disconnected', hostWords['host.disconnected.docTitle']],
  ['/nowhere', hostWords['host.notFound.docTitle']],
  ['/Open', hostWords['host.notFound.docTitle']],
] as const) {
  test(`${path} is titled "${title}"`, async ({ page, product }) => {
    await page.goto(product.hostUrl + path);
    await expect(page).toHaveTitle(title);
    // What the header says already isn't said again below it.
    if (/(rule|prize|works)$/.test(path)) await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
    await expect(page.locator('h1')).toHaveCount(1);
  });
}

test('an address that nothing answers to leads back to the home page', async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/nowhere/at/all?brand=2`);
  await expect(page.getByRole('heading', { name: hostWords['host.notFound.title'] })).toBeVisible();
  await page.getByRole('button', { name: hostWords['host.notFound.button'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.home.docTitle']);
  await expect(page).toHaveURL(`${product.hostUrl}/?brand=2`);
});

test('an old hash link works, takes one spelling, and back keeps its way', async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/?activityId=from-the-front#/open?brand=1&fridgeId=a-fridge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaignWords['campaign.guide.heading']);
  const url = new URL(page.url());
  expect(url.pathname + url.hash).toBe('/open');
  expect(Object.fromEntries(url.searchParams)).toEqual({ activityId: 'from-the-front', brand: '1' });

  await page.evaluate(() => (location.hash = '#/step'));
  await expect(page).toHaveTitle(campaignWords['campaign.step.docTitle']);
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
});

test('an odd address leads to the page that it means, else to the one that says there is none', async ({
  page,
  product,
}) => {
  const nowhere = hostWords['host.notFound.docTitle'];
  const guide = campaignWords['campaign.guide.docTitle'];
  for (const [address, title, spelling] of [
    ['/#/#/open?brand=1', guide, '/open?brand=1'],
    ['/#/open?brand=1#wechat_redirect', guide, '/open?brand=1'],
    ['/#/step/%2e%2E/open', guide, '/open'],
    ['/#//open//', guide, '/open'],
    ['/step/..%2fopen', nowhere, '/step/..%2fopen'],
    ['/step%2Fopen', nowhere, '/step%2Fopen'],
    ['/open%', nowhere, '/open%'],
    ['/%E0%A4%A', nowhere, '/%E0%A4%A'],
  ] as const) {
    await page.goto('about:blank'); // an address that differs behind the # alone is no new page
    await page.goto(product.hostUrl + address);
    await expect(page, address).toHaveTitle(title);
    await expect(page, address).toHaveURL(product.hostUrl + spelling);
  }
});

test('where the browser takes no entry of the history, addresses are loaded and open all the same', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    for (const how of ['pushState', 'replaceState']) {
      Object.assign(History.prototype, {
        [how]() {
          throw new DOMException(`${how} is insecure.`, 'SecurityError');
        },
      });
    }
  });
  for (const address of ['/upload', '/#/upload', '/upload?phone=13800001001']) {
    await page.goto(product.hostUrl + address);
    await expect(page, address).toHaveTitle(contestWords['contest.upload.docTitle']);
    await expect(page, address).toHaveURL(`${product.hostUrl}/upload`);
  }
  await page.goto(`${product.hostUrl}/`);
  await page.getByRole('link', { name: campaignWords['campaign.home.openGuide'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
});

test('the page context travels along, and back returns through the screens', async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/?brand=2&fridgeId=a-fridge`);
  await page.getByRole('link', { name: campaignWords['campaign.home.openGuide'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
  await expect(page).toHaveURL(`${product.hostUrl}/open?brand=2`);
  await page.reload();
  await expect(page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.home.docTitle']);
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
});

test('back at the first entry closes the web view in the app', async ({ nativeApp, standIn, households }) => {
  const app = await nativeApp('ios', households.eligible);
  await app.open('/open');
  await app.page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect.poll(() => app.calls.some(({ method }) => method === 'closePage')).toBe(true);
  await expect(app.page).toHaveTitle(campaignWords['campaign.guide.docTitle']);

  const { page, screen } = await standIn({ user: households.eligible, open: '/open' });
  await screen.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page.getByTestId('home-screen')).toBeVisible();
  await expect(page.getByTestId('web-view')).toHaveCount(0);
});

test('opened from a banner, the page hides the native header', async ({ nativeApp, standIn, households }) => {
  const app = await nativeApp('android', households.eligible);
  await app.open('/open?meijuBanner=1');
  await expect.poll(() => app.calls.find(({ method }) => method === 'setHeader')?.params).toEqual({ visible: false });

  const { page, screen } = await standIn({ user: households.eligible, open: '/open?meijuBanner=1' });
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByTestId('native-header')).toHaveCount(0);
});

test("the header leaves the app's status bar free, by its own height", async ({
  nativeApp,
  page,
  product,
  households,
}) => {
  const back = hostWords['host.header.back.aria'];
  const app = await nativeApp('ios', households.eligible);
  await app.open('/open');
  await expect
    .poll(() =>
      app.page
        .locator('header')
        .first()
        .evaluate((header) => header.getBoundingClientRect().height),
    )
    .toBe(47 + 44);
  expect((await app.page.getByRole('button', { name: back }).boundingBox())?.y).toBeGreaterThanOrEqual(47);

  await page.goto(`${product.hostUrl}/open`);
  await expect(page.locator('#first-screen')).toHaveCount(0);
  expect((await page.getByRole('button', { name: back }).boundingBox())?.y).toBeLessThan(44);
});

test("without a brand in the address the fridge's model gives the skin", async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.outsideJiangsu);
  await app.open('/open');
  await expect(app.page.locator('html')).toHaveAttribute('data-skin', '1');
  const sub = await nativeApp('android', households.eligibleSubBrand);
  await sub.open('/open');
  await expect(sub.page.locator('html')).toHaveAttribute('data-skin', '2');
});
