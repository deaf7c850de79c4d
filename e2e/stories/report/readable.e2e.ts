import { finishAnimations } from '../../fixtures/finish-animations.ts';
import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { faintTexts } from '../../report/faint-texts.ts';
import { enter, landingButton, lookAtAll } from '../../report/story.ts';

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
