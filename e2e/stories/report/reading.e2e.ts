import type { Page } from '@playwright/test';
import { answerChanged, effectOfChanged, noEffect, watchFailures } from '../../fixtures/changed-bytes.ts';
import { createGate } from '../../fixtures/gate.ts';
import { installClock } from '../../fixtures/page-clock.ts';
import { expect, test } from '../../fixtures/story.ts';
import {
  enter,
  enterInVain,
  goTo,
  headerShare,
  kindsOn,
  landingButton,
  pressLanding,
  recordTypes,
  retryButton,
  slideOn,
  swipeUp,
  weChatAgent,
} from '../../report/story.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { commonWords, fill, hostWords, reportWords } from '../../words.ts';

const everySlide = [
  'register',
  'open',
  'earliest',
  'latest',
  'door',
  'favTime',
  'func',
  'jars',
  'temp',
  'diet',
  'keyword',
  'close1',
  'close2',
  'close3',
  'thanks',
  'end',
];
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('in the app a year is read from its first meeting to its wish, and the entering is recorded', async ({
  nativeApp,
  households,
}) => {
  const { page, ...app } = await nativeApp('ios', households.eligible);
  const types = recordTypes(page);
  await app.open('/yearReport');
  await expect(page).toHaveTitle(reportWords['report.docTitle']);
  await expect(page.getByText(reportWords['report.landing.cutoff'])).toBeVisible();
  await expect(headerShare(page)).toHaveCount(0);
  await landingButton(page).click();
  await expect(page.getByRole('progressbar', { name: reportWords['report.loading.aria'] })).toBeAttached();
  await expect(page.getByText(reportWords['report.loading.text'])).toBeVisible();
  // Shown for half a second: looked for in every frame.
  await page.waitForFunction((done) => document.body.innerText.includes(done), reportWords['report.loading.done'], {
    timeout: 15_000,
  });
  await expect(slideOn(page)).toBeVisible();
  await expect.poll(() => types).toEqual(['1']);
  expect(await kindsOn(page)).toEqual(everySlide);

  await expect(slideOn(page)).toContainText('2020年6月18日');
  await expect(await goTo(page, 'open')).toContainText(/3286[\s\S]*88%[\s\S]*68小时[\s\S]*1分15秒[\s\S]*12次/);
  await expect(await goTo(page, 'earliest')).toContainText(fill(reportWords['report.users'], { users: '12W+' }));
  await expect(await goTo(page, 'temp')).toContainText('6.5℃');
  const diet = await goTo(page, 'diet');
  const faces = diet.getByRole('img', { name: /的头像$/ });
  await expect(faces).toHaveCount(3);
  for (const face of await faces.all())
    await expect
      .poll(() => face.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
      .toBe(true);
  await expect((await goTo(page, 'keyword')).getByRole('listitem')).toHaveText([
    /TOP1\s*保鲜专家/,
    /TOP2\s*早起先锋/,
    /TOP3/,
    /TOP4/,
    /TOP5/,
    /TOP6\s*省电之星/,
  ]);
  await expect(await goTo(page, 'end')).toContainText(reportWords['report.end.line'].slice(0, 10));
  await expect(headerShare(page)).toBeVisible();
});

test('a swipe, the wheel, keys and buttons turn a page each', async ({ newContext, households, product }) => {
  const page = await (await newContext(phone)).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  await swipeUp(page);
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'open');
  await page.mouse.move(180, 500);
  // A turn of the wheel that comes too soon after the last movement isn't taken.
  await expect(async () => {
    await page.mouse.wheel(0, 240);
    await expect(slideOn(page)).toHaveAttribute('data-kind', 'earliest', { timeout: 2_000 });
  }).toPass();
  await page.getByRole('button', { name: reportWords['report.next.aria'] }).click();
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'latest');
  await page.keyboard.press('ArrowUp');
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'earliest');
});

test('in a browser and in WeChat a link with a report token opens the same story, and records nothing', async ({
  newContext,
  households,
  product,
}) => {
  for (const options of [phone, { ...phone, userAgent: weChatAgent }]) {
    const page = await (await newContext(options)).newPage();
    const types = recordTypes(page);
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
    await expect(landingButton(page)).toHaveText(reportWords['report.landing.enter']);
    await enter(page);
    expect(await kindsOn(page)).toEqual(everySlide);
    await goTo(page, 'end');
    await expect(page.getByRole('button', { name: reportWords['report.end.draw'] })).toHaveCount(0);
    expect(types).toEqual([]);
  }
});

/** The kinds of the slides that are drawn. */
const drawn = (page: Page) =>
  page
    .locator('[data-kind]')
    .evaluateAll((slides) =>
      slides
        .filter((slide) => getComputedStyle(slide).visibility === 'visible')
        .map((slide) => slide.getAttribute('data-kind')),
    );

test('only the slide in sight and those next to it are drawn, however one jumps, and nothing around them can be scrolled', async ({
  newContext,
  households,
  product,
}) => {
  const page = await (await newContext(phone)).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  expect(await drawn(page)).toEqual(['register', 'open']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => drawn(page)).toEqual(['register', 'open', 'earliest']);
  await page.keyboard.press('End');
  expect(await drawn(page)).toContain('end');
  await expect.poll(() => drawn(page)).toEqual(['thanks', 'end']);
  await page.keyboard.press('Home');
  expect(await drawn(page)).toContain('register');
  await expect.poll(() => drawn(page)).toEqual(['register', 'open']);
  await swipeUp(page);
  await expect.poll(() => drawn(page)).toEqual(['register', 'open', 'earliest']);
  const scrollable = await page.evaluate(() => {
    const around: string[] = [];
    for (let at = document.querySelector('[data-active="true"]'); at !== null; at = at.parentElement)
      if (getComputedStyle(at).overflowY === 'hidden') around.push(at.className);
    return around;
  });
  expect(scrollable).toEqual([]);
});

test('without a token a browser and WeChat are led to the code to scan', async ({ newContext, product }) => {
  for (const [brand, options] of [
    ['0', phone],
    ['1', { ...phone, userAgent: weChatAgent }],
  ] as const) {
    const page = await (await newContext(options)).newPage();
    await page.goto(`${product.hostUrl}/yearReport?brand=${brand}`);
    await page.getByRole('button', { name: reportWords['report.landing.startMemories'], exact: true }).click();
    await expect(page).toHaveURL(/\/share\?/);
    expect(new URL(page.url()).searchParams.get('type')).toBe('2');
    await expect(page.getByText(hostWords['host.share.sub.report'])).toBeVisible();
  }
});

test('the rules of the report leave out what WeChat forbids', async ({ newContext, product }) => {
  for (const [options, sections] of [
    [phone, 4],
    [{ ...phone, userAgent: weChatAgent }, 3],
  ] as const) {
    const page = await (await newContext(options)).newPage();
    await page.goto(`${product.hostUrl}/yearReport`);
    await page.getByRole('link', { name: reportWords['campaign.rule.docTitle'] }).click();
    await expect(page).toHaveURL(/\/yearReport\/rule$/);
    await expect(page.getByRole('heading', { name: /^[一二三四]、/ })).toHaveCount(sections);
  }
});

test('a fridge without data says so, and offers no sharing', async ({ nativeApp, households }) => {
  const { page, ...app } = await nativeApp('android', households.eligibleSubBrand);
  await app.open('/yearReport');
  await enterInVain(page, reportWords['report.noData.title']);
  await expect(page.getByText(reportWords['report.noData.note'])).toBeVisible();
  await expect(headerShare(page)).toHaveCount(0);
});

test('without a fridge the report invites to bind one, and goes on once it is bound', async ({
  nativeApp,
  households,
}) => {
  const { page, ...app } = await nativeApp('ios', households.withoutFridge);
  await app.open('/yearReport');
  await landingButton(page).click();
  await page.getByRole('button', { name: commonWords['host.bind.button'] }).click();
  await expect(landingButton(page)).toBeVisible();
});

test('a logged-out user is asked to log in, and the same press goes on to the report', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', null);
  app.loginAs = households.eligible;
  await app.open('/yearReport');
  await enter(app.page);
  await expect(slideOn(app.page)).toContainText('2020年6月18日');
  expect(app.calls.filter(({ method }) => method === 'login')).toHaveLength(1);
});

const cors = (origin: string) => ({ 'access-control-allow-origin': origin });

test('a service that fails, answers with HTML or with nothing never shows 100, and a retry brings the story', async ({
  nativeApp,
  households,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/\/annualReport\//);
  const { page, ...app } = await nativeApp('ios', households.eligible);
  await page.context().grantPermissions(['local-network-access']);
  const shown = new Set<string>();
  await page.exposeFunction('notePercent', (percent: string) => void shown.add(percent));
  await page.addInitScript(() =>
    setInterval(
      () => void Object(window).notePercent(document.querySelector('progress')?.getAttribute('value') ?? ''),
      30,
    ),
  );
  await app.open('/yearReport');
  const answers = [
    { status: 500, body: '' },
    { status: 200, contentType: 'text/html', body: '<h1>504</h1>' },
  ];
  let asked = 0;
  await page.route('**/annualReport/**', (route) => {
    const answer = answers[asked];
    asked += 1;
    return answer ? route.fulfill({ ...answer, headers: cors(product.hostUrl) }) : route.fallback();
  });
  await landingButton(page).click();
  for (const [at] of answers.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(reportWords['report.loading.fail'].slice(0, 6));
    await expect(headerShare(page)).toHaveCount(0);
    expect(asked).toBe(at + 1);
    expect(shown).not.toContain('100');
    await retryButton(page).click();
  }
  await expect(slideOn(page)).toBeVisible({ timeout: 20_000 });
  expect(shown).toContain('100');
});

test('while the data are late the progress waits at 98', async ({ nativeApp, households }) => {
  const { page, ...app } = await nativeApp('android', households.eligible);
  await page.context().grantPermissions(['local-network-access']);
  const late = createGate();
  await page.route('**/annualReport/**', async (route) => {
    await late.opened;
    await route.fallback();
  });
  await installClock(page);
  await app.open('/yearReport');
  await pressLanding(page);
  const progress = page.getByRole('progressbar', { name: reportWords['report.loading.aria'] });
  await expect(progress).toHaveAttribute('value', '98');
  await page.clock.runFor(3_000);
  await expect(progress).toHaveAttribute('value', '98');
  late.open();
  await expect(slideOn(page)).toBeVisible();
});

test("the slides' code that was changed on its way doesn't run, leaves one event and is asked for again, at an address that no engine remembers as failed", async ({
  nativeApp,
  households,
  guard,
}) => {
  guard.expectFailedLoads(/\/story-[^/]*\.js$/);
  guard.expect(/Failed to fetch dynamically/, /integrity/);
  const { page, ...app } = await nativeApp('ios', households.eligible);
  await app.open('/yearReport');
  await expect(landingButton(page)).toBeVisible();
  const failures = watchFailures(page);
  await page.route(/\/story-[^/]*\.js$/, answerChanged);
  await landingButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reportWords['report.loading.fail'].slice(0, 6));
  await failures.expectReasons('integrity');
  await retryButton(page).click();
  await expect(slideOn(page)).toBeVisible({ timeout: 20_000 });
  expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
  expect(await failures.read()).toMatchObject([{ remote: 'yearreport', phase: 'callback' }]);
});
