import { questionButton } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { seesTheCouponOnce, winTheCoupon } from '../fixtures/win-the-coupon.ts';
import { campaignWords } from '../words.ts';

test('in the stand-in app a household reads the guide, answers and takes its coupon, once', async ({
  standIn,
  households,
  product,
}) => {
  const { page, screen } = await standIn({ user: households.eligible, open: '/' });
  await winTheCoupon(screen);
  await expect(page.getByTestId('second-address')).toHaveText(`${product.appUrl}/coupon.html`);

  const prizes = await standIn({ user: households.eligible, open: '/prize' });
  await seesTheCouponOnce(prizes.screen);

  const again = await standIn({ user: households.eligible, open: '/' });
  await questionButton(again.screen).click();
  await expect(again.page.getByTestId('second-address')).toHaveText(`${product.appUrl}/coupon.html`);
  await expect(again.screen.getByRole('dialog')).toHaveCount(0);
});

test('on iOS a household reads the guide, answers and takes its coupon, once', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.eligibleSubBrand);
  await app.open('/');
  await winTheCoupon(app.page);
  await expect.poll(app.opened).toEqual([`${product.appUrl}/coupon.html`]);

  await app.open('/');
  await questionButton(app.page).click();
  await expect.poll(app.opened).toHaveLength(2);
  await expect(app.page.getByRole('dialog')).toHaveCount(0);

  await app.page.getByRole('link', { name: campaignWords['campaign.home.prize'] }).click();
  await seesTheCouponOnce(app.page);
});
