import { doubleTexts } from '../../fixtures/double-texts.ts';
import { findLineFaults, phoneSizes } from '../../fixtures/line-faults.ts';
import { plainPages } from '../../fixtures/pages.ts';
import { sees, sidewaysRoom } from '../screen.ts';
import { expect, test } from '../story.ts';

/** Those that stand without anything being broken for them. */
const pages = plainPages.filter(({ broken, told }) => broken === undefined && told === undefined);

test('no text ends with a lone character and no phrase is cut, on any page at six widths', async ({
  openBrowser,
  product,
}) => {
  test.setTimeout(300_000);
  const page = await openBrowser();
  const faults: string[] = [];
  for (const { path, name, sees: text } of pages) {
    await page.goto(product.hostUrl + path);
    await sees(page, { css: 'main *', text });
    for (const [width, height] of phoneSizes) {
      await page.resize(width, height);
      faults.push(...(await page.evaluate(findLineFaults)).map((fault) => `${name} at ${width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

/** By then whatever enters has entered, milliseconds. */
const STANDS_AFTER_MS = 1_500;

test('at 320 px, and there with text doubled, no page scrolls sideways', async ({ openBrowser, product }) => {
  test.setTimeout(300_000);
  const over: string[] = [];
  for (const { path, name, sees: text } of pages) {
    // A browser for each: doubling has crashed WebKitGTK on one page, which must not hide the others.
    const page = await openBrowser({ width: 320, height: 568 });
    await page.goto(product.hostUrl + path);
    await sees(page, { css: 'main *', text });
    const narrow = await sidewaysRoom(page);
    if (narrow > 0) over.push(`${name}: ${narrow} px`);
    await new Promise((next) => setTimeout(next, STANDS_AFTER_MS));
    await page.evaluate(doubleTexts);
    const doubled = await sidewaysRoom(page);
    if (doubled > 0) over.push(`${name}, doubled: ${doubled} px`);
    await page.close();
  }
  expect(over).toEqual([]);
});
