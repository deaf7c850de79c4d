import { findLineFaults, phoneSizes } from '../fixtures/line-faults.ts';
import { plainPages, showPage } from '../fixtures/pages.ts';
import { expect, test } from '../fixtures/story.ts';

test('no text ends with a lone character and no phrase is cut, on any page at six widths', async ({ page, product, guard }) => {
  test.setTimeout(120_000);
  guard.expect(/Failed to load resource/, /Federation Runtime/);
  const faults: string[] = [];
  for (const shown of plainPages) {
    await showPage(page, product, shown, 'brand=0');
    for (const [width, height] of phoneSizes) {
      await page.setViewportSize({ width, height });
      faults.push(...(await page.evaluate(findLineFaults)).map((fault) => `${shown.name} at ${width}: ${fault}`));
    }
    await page.evaluate(() => localStorage.clear());
  }
  expect(faults).toEqual([]);
});
