import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';

const paths = ['/', '/open', '/step', '/rule', '/draw', '/draw/rule', '/prize', '/default', '/share', '/disconnected', '/nowhere'] as const;
const tokens = ['--layout-scale', '--hero-height', '--wheel-size', '--rhythm'] as const;

const tokensOf = (page: Page) =>
  page.evaluate((names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()), tokens);
const heightOf = (page: Page) => page.locator('main').evaluate((main) => main.scrollHeight);

test('from 800 px of screen height on every page takes the large layout, and fits at either side of it', async ({ page, product }) => {
  const larger: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 799 });
    await page.goto(product.hostUrl + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const [small, smallHeight] = [await tokensOf(page), await heightOf(page)];
    await page.setViewportSize({ width: 390, height: 800 });
    const [large, largeHeight] = [await tokensOf(page), await heightOf(page)];
    for (const [index, name] of tokens.entries()) {
      expect(small[index], `${name} at 799`).not.toBe('');
      expect(large[index], `${name} at 800`).not.toBe(small[index]);
    }
    // One pixel of height alone can't make a page grow by more.
    if (largeHeight > smallHeight + 1) larger.push(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  expect(larger).toEqual(expect.arrayContaining(['/', '/open', '/step', '/draw', '/default', '/share']));
});

/** The colour at the middle of the header's bar, and the browser's own bar. */
const headerColours = (page: Page) =>
  page.evaluate(() => ({
    header: getComputedStyle(document.querySelector('header') ?? document.body).backgroundColor,
    browser: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content ?? '',
    width: document.querySelector('header')?.getBoundingClientRect().width ?? 0,
  }));

test("header and status bar take the colour of the activity's theme, in landscape over the whole width", async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/default`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const pale = await headerColours(page);
  for (const path of ['/', '/draw']) {
    for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(size);
      await page.goto(product.hostUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const toned = await headerColours(page);
      expect(toned.header, path).not.toBe(pale.header);
      expect(toned.browser, path).toMatch(/^#[\da-f]{6}$/i);
      expect(toned.browser, path).not.toBe(pale.browser);
      expect(toned.width, path).toBe(size.width);
    }
  }
  await page.goBack();
});
