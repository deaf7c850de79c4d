import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { runCli } from '../../../ops/src/commands/run-cli.ts';
import { askAs } from '../../draw/call-as.ts';
import { spinButton } from '../../draw/wheel.ts';
import { expectFit } from '../../fixtures/every-skin.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Product } from '../../product/run-product.ts';
import { questionButton, toastOn } from '../../screen.ts';
import { drawWords, serverWords } from '../../words.ts';

/** `npm run ops -- ...`, in an operator's name. */
async function ops({ stateDir, hostUrl }: Product, ...words: readonly string[]): Promise<void> {
  const env = { STATE_DIR: stateDir, PORT: new URL(hostUrl).port };
  const { code, output } = await runCli([...words, '--as', '王梅', '--why', '用户来电'], { env });
  expect(code, output).toBe(0);
}

test('a prize that is revoked, one that is replaced and a block are told in plain sentences', async ({
  nativeApp,
  households,
  product,
}) => {
  const owner = households.eligible;
  const owned = await askAs(product, owner, drawCalls.getMyGiftList, {});
  const card = owned.find(({ isVirtual }) => isVirtual);
  const parcel = owned.find(({ isVirtual, userAddress }) => !isVirtual && userAddress === '');
  if (!card || !parcel) throw new Error('The household has no virtual prize, or none without an address.');
  await ops(product, 'prizes', 'revoke', card.id);
  await ops(product, 'prizes', 'replace', parcel.id);

  const app = await nativeApp('android', owner);
  const { page } = app;
  await app.open('/prize');
  const revoked = page.getByRole('article', { name: card.giftName });
  await expect(revoked).toContainText(drawWords['draw.prize.revoked']);
  await expect(revoked.getByRole('button')).toHaveCount(0);
  await expect(revoked).not.toContainText(card.exchangeCode);
  const parcels = page.getByRole('article', { name: parcel.giftName });
  await expect(parcels).toHaveCount(2);
  await expect(parcels.filter({ hasText: drawWords['draw.prize.replaced'] }).getByRole('button')).toHaveCount(0);
  await expect(parcels.getByRole('button', { name: drawWords['draw.prize.fillAddress'] })).toHaveCount(1);
  await expectFit(page, 'a revoked prize');

  await app.open('/draw');
  await expect(spinButton(page)).toBeEnabled();
  await ops(product, 'users', 'block', owner.userId);
  await spinButton(page).click();
  await expect(toastOn(page)).toHaveText(serverWords['server.account.blocked']);
  await expectFit(page, 'what a blocked user is told');
  await app.open('/prize');
  await expect(parcels).toHaveCount(2);
  await ops(product, 'users', 'unblock', owner.userId);
});

test('a coupon that is revoked is told in the prize list, and where it was asked for', async ({
  nativeApp,
  households: { granted: holder },
  product,
}) => {
  const held = await askAs(product, holder, drawCalls.getMyPrize, { userId: holder.userId });
  const coupon = held.find(({ kind }) => kind === 'coupon');
  if (!coupon) throw new Error('The household has no coupon.');
  await ops(product, 'prizes', 'revoke', coupon.id);
  const app = await nativeApp('ios', holder);
  const { page } = app;
  await app.open('/prize');
  const card = page.getByRole('article', { name: coupon.giftName });
  await expect(card).toContainText(drawWords['draw.prize.revoked']);
  await expect(card.getByRole('button')).toHaveCount(0);
  await expectFit(page, 'a revoked coupon');
  await app.open('/');
  await questionButton(page).click();
  await expect(toastOn(page)).toHaveText(serverWords['server.coupon.revoked']);
});
