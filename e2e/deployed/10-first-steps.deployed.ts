import { expect } from '@playwright/test';
import { couponPage } from './first-steps.ts';
import { seesTheCouponOnce, winTheCoupon } from '../fixtures/win-the-coupon.ts';
import { test } from './story.ts';

test('a user answers the question and takes the coupon, by the names of the site', async ({ app }) => {
  await app.open('/');
  await winTheCoupon(app.page);
  await expect.poll(app.opened).toEqual([couponPage]);
  await app.open('/prize');
  await seesTheCouponOnce(app.page);
});
