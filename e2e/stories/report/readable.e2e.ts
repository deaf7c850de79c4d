import { doubleTexts } from '../../fixtures/double-texts.ts';
import { finishAnimations } from '../../fixtures/finish-animations.ts';
import { expect, test } from '../../fixtures/story.ts';
import { findUnreachable } from '../../fixtures/unreachable.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { faintTexts } from '../../report/faint-texts.ts';
import { enter, goTo, kindsOn, landingButton, lookAtAll, slideOn, swipeUp } from '../../report/story.ts';

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 430, height: 932 },
  { width: 844, height: 390 },
] as const;

for (const brand of ['0', '1', '2']) {
  test(`in skin ${brand} every text is read on the light that swings behind it`, async ({
    newContext,
    households,
    product,
  }) => {
    test.setTimeout(120_000);
    const faint: string[] = [];
    const page = await (await newContext({ viewport: sizes[0], reducedMotion: 'reduce' })).newPage();
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible, { brand })));
    await expect(landingButton(page)).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const what of await faintTexts(page)) faint.push(`landing at ${size.width}x${size.height}: ${what}`);
    }
    await enter(page);
    const onceFaded = async () => {
      // Light and clock cross-fade, with reduced motion too.
      await finishAnimations(page);
      return faintTexts(page);
    };
    expect([...faint, ...(await lookAtAll(page, sizes, onceFaded))]).toEqual([]);
  });
}

test('at twice the text size a slide that is taller than the screen scrolls, and turns at its end', async ({
  newContext,
  households,
  product,
}) => {
  const page = await (await newContext({ viewport: sizes[1], reducedMotion: 'reduce', hasTouch: true })).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  expect(await page.locator('[data-tall]').count()).toBe(0);
  await page.evaluate(doubleTexts);

  const slide = await goTo(page, 'open');
  await expect(slide).toHaveAttribute('data-tall', '');
  await swipeUp(page);
  await expect.poll(() => slide.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press('PageDown');
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'open');
  await slide.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await swipeUp(page);
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'earliest');
  await page.keyboard.press('ArrowUp');
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'open');

  for (const size of [sizes[0], sizes[1], sizes[3]]) {
    await page.setViewportSize(size);
    for (const kind of await kindsOn(page)) {
      await goTo(page, kind);
      await expect.poll(() => page.evaluate(findUnreachable), `${kind} at ${size.width}x${size.height}`).toEqual([]);
    }
  }
});
