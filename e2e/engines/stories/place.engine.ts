import { campaignWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { heading, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

const guide = heading(campaignWords['campaign.guide.heading']);
const top = (page: EnginePage) => page.evaluate(() => Math.round(scrollY));

test('who comes back from another origin, or loads the page again, stands where they left it', async ({
  openBrowser,
  product,
}) => {
  const page = await openBrowser();
  await page.goto(`${product.hostUrl}/open`);
  await sees(page, guide);
  await page.evaluate(() => scrollTo(0, 1_200));
  expect(await top(page)).toBe(1_200);

  await page.goto(product.appUrl);
  await page.back();
  await sees(page, guide);
  await expect.poll(() => top(page)).toBe(1_200);

  await page.reload();
  await sees(page, guide);
  await expect.poll(() => top(page)).toBe(1_200);

  await page.goto(`${product.hostUrl}/open?brand=2`);
  await sees(page, guide);
  expect(await top(page)).toBe(0);
});
