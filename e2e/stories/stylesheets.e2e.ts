import { createGate } from '../fixtures/gate.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, drawWords, hostWords } from '../words.ts';

test("a remote's stylesheet has no class in common with the host's, so that it can't restyle what the host draws", async ({
  page,
  product,
}) => {
  for (const path of ['/open', '/draw', '/prize']) {
    await page.goto(product.hostUrl + path);
    await expect(page.locator('#first-screen')).toHaveCount(0);
    const classes = await page.evaluate(() =>
      [...document.styleSheets].map((sheet) => ({
        origin: new URL(sheet.href ?? location.href).origin,
        names: [...sheet.cssRules].flatMap(({ cssText }) =>
          [...cssText.matchAll(/\.([a-zA-Z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name),
        ),
      })),
    );
    const of = (isHost: boolean) =>
      new Set(classes.filter(({ origin }) => (origin === product.hostUrl) === isHost).flatMap(({ names }) => names));
    const [host, remote] = [of(true), of(false)];
    expect(host.size).toBeGreaterThan(20);
    expect(remote.size).toBeGreaterThan(20);
    expect(
      [...remote].filter((name) => host.has(name)),
      path,
    ).toEqual([]);
  }
});

test('every declaration of the built stylesheets keeps its value', async ({ page, product }) => {
  for (const path of ['/open', '/draw', '/works', '/yearReport']) {
    await page.goto(product.hostUrl + path);
    await expect(page.locator('#first-screen')).toHaveCount(0);
    const addresses = await page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []));
    expect(addresses.length).toBeGreaterThan(1);
    const sheets = await Promise.all(addresses.map(async (address) => (await page.request.get(address)).text()));
    expect(
      sheets.flatMap((sheet) => sheet.match(/[{;](?!--)[a-z-]+:\s*[;}]/g) ?? []),
      path,
    ).toEqual([]);
  }
});

test("over the report's night the header has no ground of its own", async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/yearReport`);
  await expect(page.locator('#first-screen')).toHaveCount(0);
  const ground = await page.getByRole('banner').evaluate((header) => {
    const { backgroundColor, borderImageSource } = getComputedStyle(header);
    return { backgroundColor, borderImageSource };
  });
  expect(ground).toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', borderImageSource: 'none' });
});

test('the light of the loading page stays where it fell when the stylesheet arrives', async ({ page, product }) => {
  const screenFile = (url: URL) => url.origin === product.remoteUrl('campaign2023') && /home-screen/.test(url.pathname);
  const stylesFile = (url: URL) => url.origin === product.remoteUrl('campaign2023') && url.pathname.endsWith('.css');
  const [styles, screen] = [createGate(), createGate()];
  await page.route(stylesFile, async (route) => {
    await styles.opened;
    await route.continue();
  });
  await page.route(screenFile, async (route) => {
    await screen.opened;
    await route.continue();
  });
  await page.goto(`${product.hostUrl}/default`);
  await page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) }).click();
  const light = page
    .locator('[data-page=loading] [aria-hidden=true]')
    .filter({ has: page.locator('div') })
    .first();
  await expect(light).toBeAttached();
  const before = await light.evaluate((element) => [element.clientWidth, element.clientHeight]);
  styles.open();
  await expect
    .poll(() =>
      page.evaluate(
        (origin) => [...document.styleSheets].some(({ href }) => href?.startsWith(origin)),
        product.remoteUrl('campaign2023'),
      ),
    )
    .toBe(true);
  expect(await light.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual(before);
  screen.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaignWords['campaign.home.heading']);
});

type Frame = { headings: number; styled: boolean };
declare global {
  interface Window {
    /** What each frame since the recording began has shown. */
    shownFrames: Frame[];
  }
}

for (const [from, link, title, remote] of [
  ['/', campaignWords['campaign.home.openGuide'], campaignWords['campaign.guide.docTitle'], 'campaign2023'],
  ['/draw', drawWords['draw.wheel.prizeLink'], drawWords['draw.prize.docTitle'], 'draw'],
] as const) {
  test(`a change from ${from} within its remote shows no frame without a whole screen`, async ({
    nativeApp,
    product,
    households,
  }) => {
    const { page, open } = await nativeApp('ios', households.eligible);
    await open(from);
    const go = page.getByRole('link', { name: link });
    await go.click();
    await expect(page.locator('main h1:visible')).toHaveCount(1);
    await expect(page).toHaveTitle(title);
    await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
    await expect(go).toBeVisible();

    await page.evaluate((origin) => {
      window.shownFrames = [];
      const look = () => {
        const headings = [...document.querySelectorAll('main h1')].filter(
          (heading) => heading.getClientRects().length > 0,
        ).length;
        window.shownFrames.push({
          headings,
          styled: [...document.styleSheets].some(({ href }) => href?.startsWith(origin)),
        });
        requestAnimationFrame(look);
      };
      look();
    }, product.remoteUrl(remote));
    await go.click();
    await expect(page).toHaveTitle(title);
    await expect(go).toHaveCount(0);
    const frames = await page.evaluate(() => window.shownFrames);
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.filter(({ headings, styled }) => headings !== 1 || !styled)).toEqual([]);
  });
}
