import { questionButton } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { seesTheCouponOnce, winTheCoupon } from '../fixtures/win-the-coupon.ts';
import { campaignWords } from '../words.ts';

test('on Android a household reads the guide, answers and takes its coupon, once', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('android', households.eligible);
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
