import type { Locator, Page } from '@playwright/test';
import { ledgerOf } from '../../draw/chances.ts';
import { onlyDraw } from '../../draw/operator.ts';
import { earnButton, resultOn, seesRemaining, spin, spinButton } from '../../draw/wheel.ts';
import { expect, test } from '../../fixtures/story.ts';
import { dialogOn, toastOn } from '../../screen.ts';
import { commonWords, drawWords, fill, hostWords } from '../../words.ts';

const inDialog = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

test("no draw left: sharing in the app's panel brings one, once a day, and it is spent on thanks", async ({
  standIn,
  households,
  product,
}) => {
  await onlyDraw(product, 0);
  const household = households.granted;
  const { page, screen } = await standIn({ user: household, open: '/draw' });
  const dialog = dialogOn(screen);
  await seesRemaining(screen, 0);

  const shareOnce = async () => {
    await inDialog(dialog, drawWords['draw.earn.campaign.aria']).click();
    await expect(page.getByTestId('share-card')).toContainText(drawWords['host.card.draw.title']);
    const link = new URL((await page.getByTestId('share-link').textContent()) ?? '');
    expect(link.origin + link.pathname).toBe(`${product.hostUrl}/draw`);
    for (const secret of [household.userId, household.mobile, household.homeId])
      expect(link.search).not.toContain(secret);
    await page.getByTestId('share-wx').click();
  };

  await earnButton(screen).click();
  await expect(dialog).toContainText(drawWords['draw.earn.title']);
  // It has no report, so sharing one isn't among the ways.
  await expect(inDialog(dialog, drawWords['draw.earn.report.aria'])).toHaveCount(0);
  await shareOnce();
  await expect(toastOn(screen)).toHaveText(fill(commonWords['draw.earn.added.toast'], { n: 1 }));
  await seesRemaining(screen, 1);

  await screen.getByRole('button', { name: drawWords['draw.earn.title'] }).click();
  await shareOnce();
  await expect(toastOn(screen)).toHaveText(commonWords['common.shareOk.toast']);
  await seesRemaining(screen, 1);

  await spin(screen);
  await expect(resultOn(screen)).toContainText(drawWords['draw.result.none.desc']);
  await inDialog(dialog, drawWords['draw.result.none.button']).click();
  await seesRemaining(screen, 0);
  await expect(earnButton(screen)).toBeVisible();
  expect(await ledgerOf(product, household)).toEqual({ left: 0, prizes: [] });
});

test('a share panel that is closed, or that refuses, brings nothing', async ({ standIn, nativeApp, households }) => {
  const { page, screen } = await standIn({ user: households.outsideJiangsu, open: '/draw' });
  await screen.getByRole('button', { name: drawWords['draw.earn.title'] }).click();
  await inDialog(dialogOn(screen), drawWords['draw.earn.campaign.aria']).click();
  // A dialog that closes returns the focus to its page, where the app would not hear the key.
  await expect(dialogOn(screen)).toHaveCount(0);
  await page.getByTestId('share-panel').press('Escape');
  await expect(page.getByTestId('share-panel')).toHaveCount(0);
  await seesRemaining(screen, 0);

  const app = await nativeApp('ios', households.outsideJiangsu);
  app.faults.share = { code: 5, errMessage: 'broken' };
  await app.open('/draw');
  await app.page.getByRole('button', { name: hostWords['host.header.share.aria'] }).click();
  await expect(toastOn(app.page)).toHaveText(commonWords['common.shareFail.toast']);
  await seesRemaining(app.page, 0);
});

/**
 * What must not be said where sharing may not be rewarded: sharing and more draws in one sentence, or a way to both.
 */
const REWARD = /分享[^。]*(获得|机会|抽奖)|更多抽奖机会|抽奖机会\+/;

const weChat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.40(0x18002831) NetType/WIFI Language/zh_CN';

async function promisesNothing(page: Page): Promise<void> {
  expect(await page.locator('body').innerText()).not.toMatch(REWARD);
  await expect(page.getByRole('button', { name: drawWords['draw.earn.title'] })).toHaveCount(0);
}

test('in WeChat nothing promises draws for sharing, on any page of the draw', async ({ newContext, product }) => {
  const page = await (await newContext({ viewport: { width: 390, height: 844 }, userAgent: weChat })).newPage();
  await page.goto(`${product.hostUrl}/draw`);
  await expect(spinButton(page)).toBeVisible();
  await promisesNothing(page);
  await page.getByRole('link', { name: drawWords['draw.wheel.ruleLink'] }).click();
  await expect(page).toHaveTitle(drawWords['draw.wheel.ruleLink']);
  await expect(page.locator('#main')).toContainText(drawWords['draw.gift.1']);
  await promisesNothing(page);
  await page.goBack();
  await spinButton(page).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
  await promisesNothing(page);
  await page.goto(`${product.hostUrl}/prize`);
  await expect(page.getByText(fill(drawWords['draw.prize.outside.title']))).toBeVisible();
  await expect(page.getByText(drawWords['draw.prize.empty.title'])).toHaveCount(0);
  await promisesNothing(page);
  await page.getByRole('button', { name: fill(drawWords['draw.prize.outside.button']) }).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
});

test('a native bridge inside WeChat changes nothing of that: no reward in the dialog, none credited', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.eligibleSubBrand;
  const app = await nativeApp('ios', household);
  const { page } = app;
  await page.addInitScript(
    (agent) => Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => agent }),
    weChat,
  );
  await app.open('/draw');
  await seesRemaining(page, 0);
  await promisesNothing(page);
  await spinButton(page).click();
  await expect(dialogOn(page)).toContainText(drawWords['draw.result.neverChance.title']);
  await expect(dialogOn(page).getByRole('button', { name: drawWords['draw.result.noChance.button'] })).toHaveCount(0);
  await promisesNothing(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: hostWords['host.header.share.aria'] }).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.shareOk.toast']);
  expect((await ledgerOf(product, household)).left).toBe(0);
});
