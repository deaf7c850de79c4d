import type { Locator, Page } from '@playwright/test';
import { SWITCHES_PATH } from '@fridge/shared-contracts/page';
import { draftKept } from '../contest/kept-draft.ts';
import { recipeForm, titleOf } from '../contest/work-form.ts';
import { ledgerOf } from '../draw/chances.ts';
import { onlyDraw } from '../draw/operator.ts';
import { resultOn, seesRemaining, spin } from '../draw/wheel.ts';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { installClock } from '../fixtures/page-clock.ts';
import { expect, type Screen, test } from '../fixtures/story.ts';
import { type Description, publishAnother } from '../product/another-release.ts';
import { decide } from '../product/edit-registry.ts';
import type { Guest } from '../product/guest.ts';
import type { Product } from '../product/run-product.ts';
import { dialogOn, questionButton, questionOn, readProblem, toastOn } from '../screen.ts';
import { appWords, campaignWords, contestWords, drawWords, hostWords } from '../words.ts';

/** Milliseconds that the host's origin has to answer before a page is left. */
const ORIGIN_LIMIT_MS = 5_000;

const NEXT = '9.9.9';
const titleOfNext = (title: string) => `新${title}`;
const next = ({ routes, ...description }: Description): Description => ({
  ...description,
  version: NEXT,
  routes: routes.map((route) => ({ ...route, title: titleOfNext(route.title) })),
});

// Releases stay registered, with their origins.
test.use({ productName: 'releases that change under open pages' });
test.describe.configure({ mode: 'default' });

const origins: Guest[] = [];
test.beforeAll(async ({ product }) => {
  for (const name of ['draw', 'contest', 'campaign2023']) origins.push(await publishAnother(product, name, next));
});
test.afterAll(() => Promise.all(origins.map((origin) => origin.close())));

/** Puts the next release in force. */
const release = (product: Product, name: string) =>
  decide(product, name, { release: NEXT }, ({ releases }) => releases.join() === NEXT);

/** Lets the page ask for the switches, as on a return to it. */
async function learns(page: Page, root: Locator = page.locator('html')): Promise<void> {
  const told = page.waitForResponse(`**${SWITCHES_PATH}`);
  await root.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await told).finished();
}

/** Taps a link that a screen shows. */
async function tapLink(screen: Screen, path: string): Promise<void> {
  await screen.locator('body').evaluate((body, href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: `to ${href}` });
    link.style.cssText = 'position: fixed; top: 50%; left: 0; background: white';
    body.append(link);
    link.addEventListener('click', () => link.remove(), { once: true });
  }, path);
  await screen.getByRole('link', { name: `to ${path}`, exact: true }).click();
}

/** Addresses of the documents that the page asks for from now on. */
function recordDocuments(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

const back = (page: Page) => page.getByRole('button', { name: hostWords['host.header.back.aria'] });
const drawInHall = (page: Page) => page.getByRole('link', { name: new RegExp(drawWords['host.default.draw.title']) });
const isDraw = ({ pathname }: URL) => pathname === '/draw';
const newDraw = titleOfNext(drawWords['draw.wheel.docTitle']);

/** The hall, on a page that was served before the draw's next release. */
async function openHallOfBefore(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.hostUrl}/default`);
  await expect(drawInHall(page)).toBeVisible();
  await leaveMark(page);
  await release(product, 'draw');
  await learns(page);
}

test('a form stays while its canary is taken back and other releases come; leaving it for one of them asks once, keeps the draft and loads one page', async ({
  nativeApp,
  households,
  product,
}) => {
  const canary = { release: NEXT, percent: 100 };
  await decide(product, 'contest', { canary }, ({ releases }) => releases.includes(NEXT));
  const { page, open } = await nativeApp('android', households.eligible);
  const asked: string[] = []; // by the browser: a question that comes after the host's own
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await open('/default'); // gives the visitor
  await open('/upload');
  await expect(page).toHaveTitle(titleOfNext(contestWords['contest.upload.docTitle']));
  const title = titleOf(recipeForm(page));
  await title.fill('写到一半');
  await leaveMark(page);

  await decide(product, 'contest', { canary: undefined }, ({ releases }) => !releases.includes(NEXT));
  await release(product, 'draw');
  await learns(page);
  await expect(title).toBeFocused();
  await page.keyboard.insertText('，接着写');
  await expect(title).toHaveValue('写到一半，接着写');
  await expect(page).toHaveTitle(titleOfNext(contestWords['contest.upload.docTitle']));
  expect(await hasMark(page)).toBe(true);

  const documents = recordDocuments(page);
  await tapLink(page, '/draw');
  await expect(questionOn(page)).toContainText(contestWords['contest.leave.title']);
  await questionOn(page).getByRole('button', { name: contestWords['contest.leave.confirm'] }).click();
  await expect(page).toHaveTitle(newDraw);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([documents, asked]).toEqual([['/draw'], []]);

  await back(page).click();
  await expect(page).toHaveTitle(contestWords['contest.upload.docTitle']);
  await expect(title).toHaveValue('写到一半，接着写');
  await draftKept(page, { texts: ['写到一半，接着写'], pictures: 0, uploads: 0 });
  expect(documents).toEqual(['/draw']);
});

test("where the host's origin doesn't answer, a release that came after the page waits behind a retry", async ({
  page,
  product,
}) => {
  await installClock(page);
  await openHallOfBefore(page, product);
  await page.route(isDraw, (route) => (route.request().method() === 'HEAD' ? undefined : route.continue()));
  const asked = page.waitForRequest((request) => isDraw(new URL(request.url())));
  await drawInHall(page).click();
  await asked;
  await page.clock.fastForward(ORIGIN_LIMIT_MS);
  await expect(page.getByRole('heading', { name: hostWords['host.remote.failed.title'] })).toBeVisible();
  await expect(back(page)).toBeVisible();
  expect(await hasMark(page)).toBe(true);

  await page.unroute(isDraw);
  await page.getByRole('button', { name: hostWords['host.remote.retry'] }).click();
  await expect(page).toHaveTitle(newDraw);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await hasMark(page)).toBe(false);
});

test('offline, a release that came after the page opens by itself once the network is back', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/./);
  await openHallOfBefore(page, product);
  await context.setOffline(true);
  await drawInHall(page).click();
  await expect(page.getByRole('heading', { name: hostWords['host.remote.failed.title'] })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
  await context.setOffline(false);
  await expect(page).toHaveTitle(newDraw);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test("where nothing can be handed over, the page's own release opens without a load", async ({ page, product }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await openHallOfBefore(page, product);
  await drawInHall(page).click();
  await expect(page).toHaveTitle(drawWords['draw.wheel.docTitle']);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
});

test('while one program still serves the former release, each tap loads one page and opens it', async ({
  page,
  product,
}) => {
  const draw = { state: 'on', releases: [NEXT] };
  await page.route(`**${SWITCHES_PATH}`, (route) => route.fulfill({ json: { remotes: { draw } } }));
  await page.goto(`${product.hostUrl}/default`);
  await learns(page);
  const documents = recordDocuments(page);
  for (const loads of [['/draw'], ['/draw', '/draw']]) {
    await drawInHall(page).click();
    await expect.poll(() => documents).toEqual(loads);
    await expect(page.getByRole('heading', { level: 1, name: drawWords['draw.wheel.heading'] })).toBeVisible();
    await learns(page);
    await back(page).click();
    await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
    expect(documents).toEqual(loads);
  }
});

test('a login that is under way while the release changes ends on the same page, signed in, and so does the next page', async ({
  standIn,
  listedHouseholds,
  product,
}) => {
  const household = listedHouseholds.eligible;
  const { left } = await ledgerOf(product, household);
  const { page, screen } = await standIn({ user: null, open: '/open' });
  await questionButton(screen).click();
  const login = page.getByTestId('login-page');
  await expect(login).toBeVisible();
  const root = screen.locator('html');
  await root.evaluate((element) => element.setAttribute('data-marker', 'kept'));
  for (const name of ['campaign2023', 'draw']) await release(product, name);
  await learns(page, root);

  await login.getByRole('radio', { name: new RegExp(household.nickName) }).check();
  await login.getByRole('button', { name: appWords['mock.login.submit'], exact: true }).click();
  await expect(login).toHaveCount(0);
  expect(await readProblem(screen)).not.toBe('');
  await expect(root).toHaveAttribute('data-marker', 'kept');
  await dialogOn(screen).getByRole('button', { name: campaignWords['campaign.question.close.aria'] }).click();
  await tapLink(screen, '/draw');
  await seesRemaining(screen, left);
  await expect(root).not.toHaveAttribute('data-marker', 'kept');
});

test('three pages deep with a load in between, back leads through all of them and then closes the web view', async ({
  nativeApp,
  households,
  product,
}) => {
  const { page, open, calls } = await nativeApp('ios', households.eligible);
  await open('/');
  await page.getByRole('link', { name: campaignWords['campaign.home.openGuide'] }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
  await release(product, 'draw');
  await learns(page);
  const documents = recordDocuments(page);
  await tapLink(page, '/draw');
  await expect(page).toHaveTitle(newDraw);
  for (const title of [campaignWords['campaign.guide.docTitle'], campaignWords['campaign.home.docTitle']]) {
    await back(page).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const closed = () => calls.filter(({ method }) => method === 'closePage').length;
  expect([documents, closed()]).toEqual([['/draw'], 0]);
  await back(page).click();
  await expect.poll(closed).toBe(1);
});

test('while the draw is off, who has won still says where the prize goes; once it is stopped, nothing of it stays open', async ({
  nativeApp,
  households,
  product,
}) => {
  await onlyDraw(product, 4);
  const { page, open } = await nativeApp('ios', households.eligible);
  await open('/draw');
  await spin(page);
  await expect(resultOn(page)).toContainText(drawWords['draw.gift.4']);
  await dialogOn(page).getByRole('button', { name: drawWords['draw.result.physical.button'] }).click();
  await page.getByLabel(drawWords['draw.address.name.label']).fill('王小明');
  await decide(product, 'draw', { enabled: false }, ({ state }) => state === 'off');
  await learns(page);

  await page.getByLabel(drawWords['draw.address.province.ph']).selectOption({ label: '江苏省' });
  await page.getByLabel(drawWords['draw.address.city.ph']).selectOption({ label: '南京市' });
  await page.getByLabel(drawWords['draw.address.district.ph']).selectOption({ label: '玄武区' });
  await page.getByLabel(drawWords['draw.address.address.label']).fill('中山路1号');
  await page.getByRole('button', { name: drawWords['draw.address.submit'] }).click();
  await expect(toastOn(page)).toHaveText(drawWords['draw.address.ok.toast']);
  await expect(page.getByTestId('prize').first()).toContainText('中山路1号');

  const off = page.getByRole('heading', { name: hostWords['host.offline.title'] });
  await tapLink(page, '/draw');
  await expect(off).toBeVisible();
  await open('/prize');
  await expect(page.getByTestId('prize').first()).toContainText('中山路1号');
  await decide(product, 'draw', { stopped: true }, ({ state }) => state === 'stopped');
  await learns(page);
  await expect(off).toBeVisible();
});

test('the home polls one small file for all remotes, and asks once for the integrity of those that it links to', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofIntegrity = () => asked.filter((path) => path.startsWith('/integrity/')).length;
  await page.goto(product.hostUrl);
  await expect.poll(ofIntegrity).toBe(1);
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  const told = page.waitForResponse(`**${SWITCHES_PATH}`);
  await learns(page);
  expect((await (await told).body()).length).toBeLessThan(1_024);
  expect(asked.slice(before).filter((path) => path.endsWith('.json'))).toEqual([SWITCHES_PATH]);
  expect(ofIntegrity()).toBe(1);
});
