import type { Page } from '@playwright/test';
import { skins } from '../fixtures/every-skin.ts';
import { expect, test } from '../fixtures/story.ts';

const paths = [
  '/',
  '/open',
  '/step',
  '/rule',
  '/draw',
  '/draw/rule',
  '/prize',
  '/works',
  '/works/rule',
  '/upload',
  '/detail',
  '/default',
  '/share',
  '/disconnected',
  '/nowhere',
] as const;
const tokens = ['--layout-scale', '--hero-height', '--wheel-size', '--rhythm'] as const;

const tokensOf = (page: Page) =>
  page.evaluate(
    (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
    tokens,
  );
/** Height of everything in the page, and the size of its letters, in order. */
const measuresOf = (page: Page) =>
  page
    .locator('#main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')].map(
        (element) => `${Math.round(element.getBoundingClientRect().height)}/${getComputedStyle(element).fontSize}`,
      ),
    );

test('from 800 px of screen height on every page takes the large layout, and fits at either side of it', async ({
  page,
  product,
}) => {
  const larger: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 799 });
    await page.goto(product.hostUrl + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.locator('#first-screen')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const [small, smallMeasures] = [await tokensOf(page), await measuresOf(page)];
    await page.setViewportSize({ width: 390, height: 800 });
    const [large, largeMeasures] = [await tokensOf(page), await measuresOf(page)];
    for (const [index, name] of tokens.entries()) {
      expect(small[index], `${name} at 799`).not.toBe('');
      expect(large[index], `${name} at 800`).not.toBe(small[index]);
    }
    // What fills the screen grows by its one pixel; more than two such elements differ only by the layout.
    if (smallMeasures.filter((measure, index) => measure !== largeMeasures[index]).length > 2) larger.push(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  expect(larger).toEqual([...paths]);
});

/** A spot of the page as it is painted. */
const paintedAt = (page: Page, x: number, y: number) =>
  page.screenshot({ clip: { x, y, width: 2, height: 2 }, animations: 'disabled' });

/** The colour of the header's bar and of the browser's own. */
const headerColours = (page: Page) =>
  page.evaluate(() => ({
    header: getComputedStyle(document.querySelector('header') ?? document.body).backgroundColor,
    browser: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content ?? '',
  }));

test("header and status bar take the colour of the activity's theme, in landscape over the whole width", async ({
  page,
  product,
}) => {
  await page.goto(`${product.hostUrl}/default`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const pale = await headerColours(page);
  for (const path of ['/', '/draw', '/works']) {
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(product.hostUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const toned = await headerColours(page);
      expect(toned.header, path).not.toBe(pale.header);
      expect(toned.browser, path).toMatch(/^#[\da-f]{6}$/i);
      expect(toned.browser, path).not.toBe(pale.browser);
      const [middle, edge] = [await paintedAt(page, size.width / 2, 3), await paintedAt(page, 2, 3)];
      expect(edge.equals(middle), `${path}: the bar's edge is painted as its middle at ${size.width} px`).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(size.width);
    }
  }
});

test("the header's height is told with the app's own status bar in it, so that a full page does not scroll", async ({
  nativeApp,
  households,
}) => {
  const { page, open } = await nativeApp('ios', households.eligible);
  await open('/nowhere');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const heights = () =>
    page.evaluate(() => ({
      told: getComputedStyle(document.documentElement).getPropertyValue('--header-height').trim(),
      stands: `${document.querySelector('header')?.offsetHeight ?? 0}px`,
      statusBar: document.documentElement.style.getPropertyValue('--status-bar-height'),
      over: document.documentElement.scrollHeight - innerHeight,
    }));
  await expect.poll(async () => (await heights()).statusBar).toBe('47px');
  const { told, stands, over } = await heights();
  expect(told).toBe(stands);
  expect(over).toBeLessThanOrEqual(0);
});

test("the hall's heading breaks between its two phrases alone, with any skin's tracking", async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/default`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  for (const skin of skins) {
    await page.locator('html').evaluate((root, value) => root.setAttribute('data-skin', value), String(skin));
    for (const width of [320, 360, 375, 390, 430]) {
      await page.setViewportSize({ width, height: 667 });
      const linesOf = () =>
        heading.evaluate((element) =>
          Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
        );
      await expect.poll(linesOf, { message: `skin ${skin}, ${width} px` }).toBe(2);
    }
  }
});
