import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { expect, test } from '../fixtures/story.ts';
import { type Guest, previewGuest, serveGuest } from '../product/guest.ts';
import { campaignWords, contestWords, hostWords, previewWords } from '../words.ts';

test.use({ productName: 'a preview' });
test.describe.configure({ mode: 'default' });

let guest: Guest;
let link: string;
test.beforeAll(async ({ product }) => {
  guest = await serveGuest();
  link = await previewGuest(product, guest);
});
test.afterAll(() => guest.close());

const badge = (page: Page) => page.getByRole('navigation', { name: hostWords['host.preview.aria'] });
const ofGuest = (page: Page) =>
  page.evaluate(
    (origin) => performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(origin)).length,
    guest.origin,
  );

test('a link asks first; the build then runs at its own routes alone, marked, until it is ended', async ({
  page,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/preview-client/); // which `remote-kit dev` would serve
  await page.goto(link);
  for (const told of ['guests', '9.9.9-preview', guest.origin, '/works/rule'])
    await expect(page.getByText(told, { exact: false }).first()).toBeVisible();
  await expectAccessible(page, 'the page that asks');
  await page.getByRole('link', { name: previewWords.open.no }).click();
  await page.goto(`${product.hostUrl}/works`);
  await expect(page).toHaveTitle(contestWords['contest.works.docTitle']);
  await page.goto(link);
  await page.getByRole('button', { name: previewWords.open.yes }).click();

  await expect(page).toHaveURL(`${product.hostUrl}/works`);
  await expect(page.getByRole('heading', { name: 'greeting' })).toBeVisible();
  await expect(badge(page)).toContainText('contest 9.9.9-preview');
  await expectAccessible(page, 'a page of the preview');
  expect(await ofGuest(page)).toBeGreaterThan(0);
  await leaveMark(page);

  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveURL(product.hostUrl + '/default');
  await page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) }).click();
  // Drawn once the document has come; the title stands before.
  await expect(page.getByText(campaignWords['campaign.home.slogan'])).toBeVisible();
  expect(await hasMark(page)).toBe(false);
  expect(await ofGuest(page)).toBe(0);
  await expect(badge(page)).toBeHidden();

  await page.goto(`${product.hostUrl}/default`);
  await leaveMark(page);
  await page.locator('a[href^="/works"]').first().click();
  await expect(page.getByRole('heading', { name: 'greeting' })).toBeVisible();
  expect(await hasMark(page)).toBe(false);

  await badge(page).getByRole('link', { name: hostWords['host.preview.end'] }).click();
  await expectAccessible(page, 'the page that ends it');
  await page.getByRole('button', { name: previewWords.end.yes }).click();
  await page.goto(`${product.hostUrl}/works`);
  await expect(page).toHaveTitle(contestWords['contest.works.docTitle']);
  expect(await ofGuest(page)).toBe(0);
});
