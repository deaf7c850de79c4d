import { campaignWords, hostWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, misses, press, sees, type Target, toast } from '../screen.ts';
import { expect, test } from '../story.ts';

const sheet: Target = { css: '[role=dialog]' };

const focusIsIn = (page: EnginePage, role: string) =>
  page.evaluate((of: string) => document.activeElement?.closest(`[role=${of}]`) !== null, role);
const focused = (page: EnginePage) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Where the header and the page's first text stand in the viewport. */
const places = (page: EnginePage) =>
  page.evaluate(() =>
    ['header', 'main h1, main label'].map((css) => document.querySelector(css)?.getBoundingClientRect().top ?? NaN),
  );

test('a dialog takes the focus and gives it back, holds the page behind it, and shows toasts above it', async ({
  openApp,
  households,
  product,
}) => {
  const { page } = await openApp(households.eligibleSubBrand);
  await page.goto(`${product.hostUrl}/open`);
  await sees(page, button(campaignWords['campaign.guide.start']));
  await page.evaluate((label: string) => {
    const opener = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(label));
    opener?.scrollIntoView({ block: 'center' });
    opener?.focus({ preventScroll: true });
  }, campaignWords['campaign.guide.start']);
  const before = await places(page);
  // A held page stands at whole pixels.
  const stands = async () => (await places(page)).map((top, at) => Math.abs(top - (before[at] ?? NaN)) <= 1);
  await page.pressKey('Enter');
  await sees(page, sheet);
  await expect.poll(() => focusIsIn(page, 'dialog')).toBe(true);
  expect(await stands()).toEqual([true, true]);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await stands()).toEqual([true, true]);

  await press(page, button(campaignWords['campaign.question.submit']));
  await sees(page, toast(campaignWords['campaign.question.noOption.toast']));
  const isAbove = () =>
    page.evaluate(() => {
      const shown = document.querySelector<HTMLElement>('output[aria-live=polite]');
      const box = shown?.firstElementChild?.getBoundingClientRect();
      if (!shown || !box) return false;
      shown.style.pointerEvents = 'auto'; // a press goes through a toast
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      shown.style.pointerEvents = '';
      return hit !== null && shown.contains(hit);
    });
  expect(await isAbove()).toBe(true);

  await page.pressKey('Escape');
  await misses(page, sheet);
  expect(await focused(page)).toContain(campaignWords['campaign.guide.start']);
  expect(await stands()).toEqual([true, true]);
});

test("a question of the host lies over a remote's dialog, is answered alone, and gives the focus back to it", async ({
  openApp,
  households,
  product,
}) => {
  const question: Target = { css: '[role=alertdialog]', text: hostWords['host.native.slow.title'] };
  const { page, app } = await openApp(households.eligibleSubBrand);
  app.silent.add('share');
  await page.goto(`${product.hostUrl}/`);
  await press(page, button(hostWords['host.header.share.aria']));
  await press(page, button(campaignWords['campaign.home.question']));
  await sees(page, sheet);
  await expect.poll(() => focusIsIn(page, 'dialog')).toBe(true);
  await sees(page, question);
  const dialogOnTop = () =>
    page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.role);
  await expect.poll(() => focusIsIn(page, 'alertdialog')).toBe(true);
  expect(await dialogOnTop()).toBe('alertdialog');
  await page.pressKey('Escape');
  await misses(page, question);
  await sees(page, sheet);
  await expect.poll(() => focusIsIn(page, 'dialog')).toBe(true);
  expect(await dialogOnTop()).toBe('dialog');
});
