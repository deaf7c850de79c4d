import { earnDraws, ledgerOf } from '../../draw/chances.ts';
import { issuedPrizes, onlyDraw } from '../../draw/operator.ts';
import { drawPastThePage } from '../../draw/replay.ts';
import { busyButton, recordDraws, resultOn, seesRemaining, spinButton } from '../../draw/wheel.ts';
import { expect, test } from '../../fixtures/story.ts';
import { dialogOn } from '../../screen.ts';
import { drawWords } from '../../words.ts';

test.beforeEach(({ product }) => onlyDraw(product, 4));

test('a button that is tapped over and over draws once', async ({ nativeApp, households, product }) => {
  const household = households.granted;
  const left = await earnDraws(product, household);
  const app = await nativeApp('ios', household);
  const { page } = app;
  const ids = recordDraws(page);
  await app.open('/draw');
  await seesRemaining(page, left);
  const button = spinButton(page);
  // In one task of the page, before anything can be drawn in between.
  await button.evaluate((element: HTMLElement) => {
    for (let taps = 0; taps < 5; taps += 1) element.click();
  });
  await expect(busyButton(page)).toHaveAttribute('aria-disabled', 'true');
  for (let taps = 0; taps < 5; taps += 1) await busyButton(page).click({ force: true });
  await expect(resultOn(page)).toBeVisible();
  expect(ids).toHaveLength(1);
  expect((await ledgerOf(product, household)).left).toBe(left - 1);
});

test('two devices of one user with one chance draw once; the other is told that none is left', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.granted;
  await earnDraws(product, household);
  await drawPastThePage(product, household, 4);
  const { left, prizes } = await ledgerOf(product, household);
  expect(left).toBe(1);
  const issued = await issuedPrizes(product);
  const apps = [await nativeApp('ios', household), await nativeApp('android', household)] as const;
  const ids = recordDraws(...apps.map(({ page }) => page));
  for (const app of apps) {
    await app.open('/draw');
    await seesRemaining(app.page, 1);
  }
  await Promise.all(apps.map(({ page }) => spinButton(page).click()));
  for (const { page } of apps) await expect(dialogOn(page)).toBeVisible();
  const titles = await Promise.all(apps.map(({ page }) => dialogOn(page).getByRole('heading').first().textContent()));
  expect(titles.sort()).toEqual([drawWords['draw.result.win.title'], drawWords['draw.result.noChance.title']].sort());
  expect(new Set(ids).size).toBe(2);
  for (const { page } of apps) {
    await page.keyboard.press('Escape');
    await seesRemaining(page, 0);
  }
  const after = await ledgerOf(product, household);
  expect(after.left).toBe(0);
  expect(after.prizes).toHaveLength(prizes.length + 1);
  expect(await issuedPrizes(product)).toBe(issued + 1);
});

test('two pages of one device spend no more chances than there are, and show nothing that was not won', async ({
  standIn,
  households,
  product,
}) => {
  const household = households.eligibleSubBrand;
  await earnDraws(product, household);
  const { page, screen } = await standIn({ user: household, open: '/draw' });
  await seesRemaining(screen, 2);
  const second = await page.context().newPage();
  await second.goto(page.url());
  const other = second.frameLocator('[data-testid=web-view]');
  await seesRemaining(other, 2);
  await Promise.all([screen, other].map((each) => spinButton(each).click()));
  for (const each of [screen, other]) await expect(resultOn(each)).toContainText(drawWords['draw.gift.4']);
  const { left, prizes } = await ledgerOf(product, household);
  expect(left + prizes.length).toBe(2);
  // Each page knows of its own draws; what the other spent it learns with the next look.
  for (const [tab, each] of [
    [page, screen],
    [second, other],
  ] as const) {
    await tab.reload();
    await seesRemaining(each, left);
    await expect(dialogOn(each)).toHaveCount(0);
  }
});
