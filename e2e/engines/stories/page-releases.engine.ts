import { SWITCHES_PATH } from '@fridge/shared-contracts/page';
import { publishAnother } from '../../product/another-release.ts';
import { decide } from '../../product/edit-registry.ts';
import type { Guest } from '../../product/guest.ts';
import { drawWords, hostWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, hasMark, heading, leaveMark, link, press, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

test.use({ productName: 'a release that came after the page' });

const NEXT = '9.9.9';
const inHall = link(drawWords['host.default.draw.title']);

/** Lets the page ask for the switches, as on a return to it, until it has its answer. */
async function learns(page: EnginePage): Promise<void> {
  const answers = () =>
    page.evaluate(
      (path) => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path)).length,
      SWITCHES_PATH,
    );
  const before = await answers();
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(answers).toBeGreaterThan(before);
}

// Before the story: its origin stays among the settings.
let origin: Guest;
test.beforeAll(async ({ product }) => {
  origin = await publishAnother(product, 'draw', ({ routes, ...description }) => ({
    ...description,
    version: NEXT,
    routes: routes.map((route) => ({ ...route, title: `新${route.title}` })),
  }));
});
test.afterAll(() => origin.close());

test('a release that came after the page opens by one load of it, and back leads to the hall without another', async ({
  openBrowser,
  product,
}) => {
  const page = await openBrowser();
  await page.goto(`${product.hostUrl}/default`);
  await sees(page, inHall);
  await leaveMark(page);
  await decide(product, 'draw', { release: NEXT }, ({ releases }) => releases.join() === NEXT);
  await learns(page);
  expect(await hasMark(page)).toBe(true);
  await press(page, inHall);
  await sees(page, heading(drawWords['draw.wheel.heading']));
  expect(await page.evaluate(() => document.title)).toBe(`新${drawWords['draw.wheel.docTitle']}`);
  expect(await hasMark(page)).toBe(false);
  await leaveMark(page);
  await press(page, button(hostWords['host.header.back.aria']));
  await sees(page, inHall);
  expect(await hasMark(page)).toBe(true);
});
