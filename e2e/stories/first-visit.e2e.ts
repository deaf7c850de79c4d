import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { answer, dialogOn, questionButton, readProblem, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, drawWords, fill, giftWords, hostWords } from '../words.ts';

test('from the share page of a plain browser into the app, to the coupon in the prize list', async ({
  page,
  product,
  households,
  context,
}) => {
  await page.goto(`${product.hostUrl}/`);
  await questionButton(page).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
  const openApp = page.getByRole('link', { name: fill(hostWords['host.share.open']) });
  const appAddress = await openApp.getAttribute('href');

  // The app opens with the user who is logged in on the phone.
  await page.goto(`${appAddress}&user=${households.eligible.userId}`);
  const screen = page.frameLocator('[data-testid=web-view]');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(campaignWords['campaign.home.heading']);
  await expect(questionButton(screen)).toHaveAccessibleName(campaignWords['campaign.home.question']);
  await questionButton(screen).click();
  await readProblem(screen);
  await answer(screen, 'right');
  await dialogOn(screen).getByRole('button', { name: campaignWords['campaign.question.correct.later'] }).click();
  await expect(toastOn(screen)).toHaveText(campaignWords['campaign.question.later.toast']);

  const toCoupon = screen.getByRole('button', { name: campaignWords['campaign.home.toCoupon'] });
  await expect(toCoupon).toBeVisible();
  await expect(screen.getByText(campaignWords['campaign.home.question'])).toHaveCount(0);
  await screen.getByRole('link', { name: campaignWords['campaign.home.prize'] }).click();

  const coupon = screen.locator('[data-kind=coupon]');
  await expect(coupon).toContainText(giftWords['draw.gift.coupon']);
  await expect(coupon).toContainText(
    fill(drawWords['draw.prize.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan }),
  );
  await expect(coupon).toContainText(/有效期至2023年8月\d+日/);
  await coupon.getByRole('button', { name: drawWords['draw.prize.coupon.button'] }).click();
  await expect(page.getByTestId('second-address')).toHaveText(`${product.appUrl}/coupon.html`);
  expect(context.pages()).toHaveLength(1);
});

test('a user who comes back with a coupon is led to it from the first screen', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.granted);
  for (const path of ['/', '/open']) {
    await app.open(path);
    await expect(app.page.getByRole('button', { name: campaignWords['campaign.home.toCoupon'] })).toBeVisible();
  }
  await app.page.getByRole('button', { name: campaignWords['campaign.home.toCoupon'] }).click();
  await expect.poll(app.opened).toEqual([`${product.appUrl}/coupon.html`]);
});
