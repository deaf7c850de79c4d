import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { askAs, callAs } from '../../draw/call-as.ts';
import { letDaysPass, movableClock } from '../../product/moved-clock.ts';
import { expect, test } from '../../fixtures/story.ts';
import { toastOn } from '../../screen.ts';
import { commonWords, drawWords, serverWords } from '../../words.ts';

test.use(movableClock);

test('after the deadlines an address is no longer taken and a code is no longer redeemed: clear words, nothing lost', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.eligible;
  const prizes = await askAs(product, household, drawCalls.getMyGiftList, {});
  const shipped = prizes.find(({ isVirtual }) => !isVirtual);
  const virtual = prizes.find(({ isVirtual }) => isVirtual);
  if (!shipped || !virtual) throw new Error('The household shows neither a prize to be shipped nor a virtual one.');
  const app = await nativeApp('ios', household);
  const { page } = app;
  const card = (kind: string) => page.getByTestId('prize').and(page.locator(`[data-kind=${kind}]`));
  const save = page.getByRole('button', { name: drawWords['draw.address.submit'] });
  const detail = page.getByLabel(drawWords['draw.address.address.label']);

  await letDaysPass(product, 6.9);
  await app.open('/prize');
  await expect(card('virtual')).toContainText(drawWords['draw.prize.passed.redeem']);
  await expect(card('virtual')).toContainText(virtual.exchangeCode);
  await card('physical').getByRole('button', { name: drawWords['draw.prize.fillAddress'] }).click();
  await page.getByLabel(drawWords['draw.address.name.label']).fill('林晓');
  for (const [field, label] of [
    ['province', '江苏省'],
    ['city', '南京市'],
    ['district', '玄武区'],
  ] as const) {
    await page.getByLabel(drawWords[`draw.address.${field}.ph`]).selectOption({ label });
  }
  await detail.fill('中山路1号');
  await save.click();
  await expect(toastOn(page)).toHaveText(drawWords['draw.address.ok.toast']);

  await card('physical').getByRole('button', { name: drawWords['draw.prize.editAddress'] }).click();
  await detail.fill('中山路2号');
  await letDaysPass(product, 7.1);
  await save.click();
  await expect(toastOn(page)).toHaveText(serverWords['server.gift.expired']);
  await expect(detail).toHaveValue('中山路2号');
  await expect(save).toBeEnabled();

  await page.reload();
  await expect(page.locator('#main')).toContainText(drawWords['draw.prize.passed.change']);
  await expect(detail).toHaveCount(0);
  await page.getByRole('button', { name: drawWords['draw.wheel.prizeLink'] }).click();
  await expect(card('physical')).toContainText('中山路1号');
  await expect(card('physical').getByRole('button')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(commonWords['common.loadFail']);

  const late = await callAs(product, household, drawCalls.saveAddress, {
    id: shipped.id,
    name: '林晓',
    phone: household.mobile,
    address: '江苏省南京市玄武区 3号',
  });
  expect(late).toMatchObject({ code: 204, msg: serverWords['server.gift.expired'] });
  const after = await askAs(product, household, drawCalls.getMyGiftList, {});
  expect(after.find(({ id }) => id === shipped.id)).toMatchObject({
    userName: '林晓',
    userAddress: '江苏省南京市玄武区 中山路1号',
  });
});
