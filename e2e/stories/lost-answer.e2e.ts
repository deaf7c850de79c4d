import type { Page, Request, Route } from '@playwright/test';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { askAs } from '../draw/call-as.ts';
import { expect, test } from '../fixtures/story.ts';
import type { Household } from '../households.ts';
import type { Product } from '../product/run-product.ts';
import { answer, dialogOn, findOption, questionButton, radio, submitButton, toastOn } from '../screen.ts';
import { campaignWords, commonWords } from '../words.ts';

/** The answer among the calls to the 2023 activity server, whose paths are opaque names. */
const isAnswer = (request: Request) =>
  request.url().includes('/activity2023/') && (request.postData() ?? '').includes('correctAnswer=');

/** The server gets the next answer and judges it; its judgement is lost on the way. */
async function loseOneJudgement(page: Page): Promise<void> {
  let lost = false;
  await page.route('**/activity2023/*', async (route: Route) => {
    if (lost || !isAnswer(route.request())) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

const requestIds = (page: Page) => {
  const ids: (string | null)[] = [];
  page.on('request', (request) => {
    if (isAnswer(request)) ids.push(new URLSearchParams(request.postData() ?? '').get('requestId'));
  });
  return ids;
};

const couponsOf = async (product: Product, household: Household) =>
  (await askAs(product, household, drawCalls.getMyPrize, { userId: household.userId })).filter(
    ({ kind }) => kind === 'coupon',
  );

async function seesTheCoupon(page: Page): Promise<void> {
  await expect(dialogOn(page)).toContainText(campaignWords['campaign.question.correct.desc']);
  await expect(
    dialogOn(page).getByRole('button', { name: campaignWords['campaign.question.correct.button'] }),
  ).toBeVisible();
}

test.beforeEach(({ guard }) => guard.expectFailedLoads(/\/activity2023\//));

test('a right answer whose judgement was lost wins the coupon when it is sent again', async ({
  nativeApp,
  households,
  product,
}) => {
  const { page, open } = await nativeApp('ios', households.eligible);
  const ids = requestIds(page);
  await open('/open');
  await questionButton(page).click();
  await loseOneJudgement(page);
  await answer(page, 'right');
  await expect(toastOn(page)).toHaveText(commonWords['common.network.toast']);
  await expect(radio(page, await findOption(page, 'right'))).toBeChecked();

  await submitButton(page).click();
  await seesTheCoupon(page);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
  expect(await couponsOf(product, households.eligible)).toHaveLength(1);
});

test('after a reload the question button leads to the coupon that was won, once', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.eligibleSubBrand;
  const app = await nativeApp('android', household);
  const { page } = app;
  await app.open('/open');
  await questionButton(page).click();
  await loseOneJudgement(page);
  await answer(page, 'right');
  await expect(toastOn(page)).toHaveText(commonWords['common.network.toast']);

  await page.reload();
  await questionButton(page).click();
  await expect.poll(app.opened).toEqual([`${product.appUrl}/coupon.html`]);
  await expect(dialogOn(page)).toHaveCount(0);
  expect(await couponsOf(product, household)).toHaveLength(1);
});
