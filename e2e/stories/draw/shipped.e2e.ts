import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { runCli } from '../../../ops/src/commands/run-cli.ts';
import { askAs } from '../../draw/call-as.ts';
import { doubleTexts } from '../../fixtures/double-texts.ts';
import { expectFit, sizes } from '../../fixtures/every-skin.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Product } from '../../product/run-product.ts';
import { toastOn } from '../../screen.ts';
import { drawWords, fill, serverWords } from '../../words.ts';

const carrier = '顺丰速运';
const trackingNumber = 'SF1234567890123';

/** `npm run ops -- prizes ...`, in an operator's name. */
async function prizes({ stateDir, hostUrl }: Product, ...words: readonly string[]): Promise<string> {
  const { code, output } = await runCli(['prizes', ...words, '--as', '王梅', '--why', '八月寄送'], {
    env: { STATE_DIR: stateDir, PORT: new URL(hostUrl).port },
  });
  expect(code, output).toBe(0);
  return output;
}

test('an operator ships a prize; its winner sees the number, copies it, and changes the address no more', async ({
  nativeApp,
  households,
  product,
}) => {
  const owner = households.eligible;
  const owned = await askAs(product, owner, drawCalls.getMyGiftList, {});
  const prize = owned.find(({ isVirtual, userAddress }) => !isVirtual && userAddress === '');
  if (!prize) throw new Error('The household has no prize without an address.');
  const address = { name: '王小明', phone: '13900002001', address: '江苏省南京市玄武区 中山路1号' };
  await askAs(product, owner, drawCalls.saveAddress, { id: prize.id, ...address });

  const app = await nativeApp('android', owner);
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.open('/prize');
  const card = page.getByRole('article', { name: prize.giftName });
  await card.getByRole('button', { name: drawWords['draw.prize.editAddress'] }).click();
  await expect(page.getByLabel(drawWords['draw.address.address.label'])).toHaveValue('中山路1号');

  const file = join(product.stateDir, `${prize.id}.csv`);
  await prizes(product, 'recipients', '--csv', file, '--user', owner.userId);
  expect(await readFile(file, 'utf8')).toMatch(
    new RegExp(`^${prize.id},toShip,.*,${address.phone},,,,${address.name},${address.address}\\r?$`, 'm'),
  );
  await prizes(product, 'ship', prize.id, carrier, trackingNumber);

  // The form was open meanwhile.
  await page.getByRole('button', { name: drawWords['draw.address.submit'] }).click();
  await expect(toastOn(page)).toHaveText(serverWords['server.gift.shipped']);
  await app.open(`/address?id=${prize.id}`);
  await expect(page.locator('#main')).toContainText(drawWords['draw.address.shipped']);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('#main')).toContainText(address.address);
  await expectFit(page, 'the address of a shipped prize');
  await page.getByRole('button', { name: drawWords['draw.wheel.prizeLink'] }).click();

  await expect(card).toContainText(fill(drawWords['draw.prize.carrier'], { carrier }));
  await expect(card.getByRole('button')).toHaveCount(1);
  const number = card.getByText(fill(drawWords['draw.prize.trackingNumber'], { trackingNumber }), { exact: true });
  const copying = card.getByRole('button', { name: drawWords['draw.prize.copyNumber.aria'] });
  await copying.click();
  await expect(toastOn(page)).toHaveText(drawWords['draw.prize.copyNumberOk.toast']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(trackingNumber);
  await number.click({ clickCount: 3 });
  expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toContain(trackingNumber);

  await expectFit(page, 'a shipped prize');
  await page.evaluate(doubleTexts);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const target = await copying.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
});
