import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { earnDraws, ledgerOf } from '../../draw/chances.ts';
import { askAs, callAs } from '../../draw/call-as.ts';
import { onlyDraw } from '../../draw/operator.ts';
import { drawPastThePage } from '../../draw/replay.ts';
import { resultOn, spin } from '../../draw/wheel.ts';
import { expect, test } from '../../fixtures/story.ts';
import { dialogOn, toastOn } from '../../screen.ts';
import { commonWords, drawWords, fill, serverWords } from '../../words.ts';

test('a prize that is shipped: won, its address filled in against every mistake, shown, and edited', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.eligible;
  await onlyDraw(product, 4);
  const app = await nativeApp('ios', household);
  const { page } = app;
  await app.open('/draw');
  await spin(page);
  await expect(resultOn(page)).toContainText(drawWords['draw.gift.4']);
  await dialogOn(page).getByRole('button', { name: drawWords['draw.result.physical.button'] }).click();

  await expect(page).toHaveTitle(drawWords['draw.address.docTitle']);
  const name = page.getByLabel(drawWords['draw.address.name.label']);
  const phone = page.getByLabel(drawWords['draw.address.phone.label']);
  const province = page.getByLabel(drawWords['draw.address.province.ph']);
  const city = page.getByLabel(drawWords['draw.address.city.ph']);
  const district = page.getByLabel(drawWords['draw.address.district.ph']);
  const detail = page.getByLabel(drawWords['draw.address.address.label']);
  const refuses = async (why: string) => {
    await page.getByRole('button', { name: drawWords['draw.address.submit'] }).click();
    await expect(toastOn(page)).toHaveText(why);
  };
  await expect(phone).toHaveValue(household.mobile);
  expect(new URL(page.url()).searchParams.get('source')).toBe('0');

  await refuses(drawWords['draw.address.nameEmpty.toast']);
  await expect(name).toBeFocused();
  await name.fill('王'.repeat(21));
  await refuses(drawWords['draw.address.nameLong.toast']);
  await name.fill('王<b>小</b>明👨‍👩‍👧');
  await phone.fill('12900002001');
  await refuses(drawWords['draw.address.phoneBad.toast']);
  await expect(phone).toBeFocused();
  await phone.fill('139 0000-2001');
  await refuses(drawWords['draw.address.regionEmpty.toast']);
  await expect(province).toBeFocused();
  await expect(city).toBeDisabled();
  await province.selectOption({ label: '江苏省' });
  await city.selectOption({ label: '南京市' });
  await district.selectOption({ label: '玄武区' });
  await refuses(drawWords['draw.address.addressEmpty.toast']);
  await detail.fill('路'.repeat(200));
  await refuses(drawWords['draw.address.addressLong.toast']);
  await detail.fill('中山路1号');
  await refuses(drawWords['draw.address.ok.toast']);

  const card = page.getByTestId('prize').first();
  await expect(page).toHaveTitle(drawWords['draw.prize.docTitle']);
  await expect(card.getByRole('heading')).toHaveText(drawWords['draw.gift.4']);
  await expect(card).toContainText(
    fill(drawWords['draw.prize.recipient'], { userName: '王小明👨‍👩‍👧', userPhone: '13900002001' }),
  );
  await expect(card).toContainText(
    fill(drawWords['draw.prize.address'], { userAddress: '江苏省南京市玄武区 中山路1号' }),
  );

  await card.getByRole('button', { name: drawWords['draw.prize.editAddress'] }).click();
  await expect(name).toHaveValue('王小明👨‍👩‍👧');
  expect(new URL(page.url()).searchParams.get('source')).toBe('1');
  await expect(district.locator('option:checked')).toHaveText('玄武区');
  await expect(detail).toHaveValue('中山路1号');
  await province.selectOption({ label: '上海市' });
  await expect(city.locator('option:checked')).toHaveText('上海市');
  await district.selectOption({ label: '黄浦区' });
  await refuses(drawWords['draw.address.ok.toast']);
  await expect(card).toContainText(fill(drawWords['draw.prize.address'], { userAddress: '上海市黄浦区 中山路1号' }));
  await page.reload();
  await expect(card).toContainText('上海市黄浦区 中山路1号');
});

test('a virtual prize: number and secret are copied, and can be selected where copying is refused', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.outsideJiangsu;
  await onlyDraw(product, 6);
  await earnDraws(product, household);
  const app = await nativeApp('android', household);
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.open('/draw');
  await spin(page);
  const [prize] = await askAs(product, household, drawCalls.getMyGiftList, {});
  await expect(dialogOn(page)).not.toContainText(prize?.exchangeCode ?? '-');
  await dialogOn(page).getByRole('button', { name: drawWords['draw.result.virtual.button'] }).click();

  const card = page.getByTestId('prize').first();
  const secrets = [
    {
      text: fill(drawWords['draw.prize.code'], { exchangeCode: prize?.exchangeCode ?? '' }),
      secret: prize?.exchangeCode ?? '',
      copy: drawWords['draw.prize.copyCode.aria'],
    },
    {
      text: fill(drawWords['draw.prize.pwd'], { exchangePwd: prize?.exchangePwd ?? '' }),
      secret: prize?.exchangePwd ?? '',
      copy: drawWords['draw.prize.copyPwd.aria'],
    },
  ];
  for (const { text, secret, copy } of secrets) {
    expect(secret).not.toBe('');
    await expect(card.getByText(text, { exact: true })).toBeVisible();
    await card.getByRole('button', { name: copy }).click();
    await expect(toastOn(page)).toHaveText(drawWords['draw.prize.copyOk.toast']);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  }

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  for (const { text, secret, copy } of secrets) {
    await card.getByRole('button', { name: copy }).click();
    await expect(toastOn(page)).toHaveText(drawWords['draw.prize.copyFail.toast']);
    await expect(card.getByText(commonWords['common.copyManual'])).not.toHaveCount(0);
    await card.getByText(text, { exact: true }).click({ clickCount: 3 });
    expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toContain(secret);
  }
});

test("what belongs to someone else, or only stands in the address bar, isn't shown and changes nothing", async ({
  nativeApp,
  households,
  product,
}) => {
  const [owner, stranger] = [households.eligible, households.eligibleSubBrand];
  await drawPastThePage(product, owner, 4);
  const [drawn] = await askAs(product, owner, drawCalls.getMyGiftList, {});
  await askAs(product, owner, drawCalls.saveAddress, {
    id: drawn?.id ?? '',
    name: '王小明',
    phone: '13900002001',
    address: '江苏省南京市玄武区 中山路1号',
  });
  const owned = await askAs(product, owner, drawCalls.getMyGiftList, {});
  const shipped = owned.find(({ isVirtual, userAddress }) => !isVirtual && userAddress === '');
  const virtual = owned.find(({ isVirtual }) => isVirtual);
  if (!shipped || !virtual) throw new Error('The household shows neither a prize without address nor a virtual one.');

  const other = await nativeApp('ios', stranger);
  for (const path of [
    `/prize?id=${virtual.id}&userId=${owner.userId}&phone=${owner.mobile}`,
    `/address?id=${shipped.id}&phone=${owner.mobile}&name=x`,
    '/address',
  ]) {
    await other.open(path);
    await expect(other.page.getByText(drawWords['draw.prize.empty.title'])).toBeVisible();
    await expect(other.page).toHaveTitle(drawWords['draw.prize.docTitle']);
    await expect(other.page.locator('body')).not.toContainText(shipped.giftName);
    await expect(other.page.locator('body')).not.toContainText(virtual.exchangeCode);
  }
  const address = { name: 'x', phone: '13900002004', address: '江苏省南京市玄武区 1' };
  expect(await callAs(product, stranger, drawCalls.saveAddress, { id: shipped.id, ...address })).toMatchObject({
    code: 403,
    msg: serverWords['server.gift.missing'],
  });
  expect(await callAs(product, owner, drawCalls.saveAddress, { id: virtual.id, ...address })).toMatchObject({
    code: 403,
    msg: serverWords['server.gift.missing'],
  });

  const app = await nativeApp('ios', owner);
  const forged = new URLSearchParams({
    id: shipped.id,
    name: '<img src=x onerror=alert(1)>',
    phone: '19999999999',
    address: '假地址',
    source: '1',
    giftName: '特斯拉',
    level: '1',
  });
  await app.open(`/address?${forged}`);
  // What is offered is the owner's own: the address that another prize goes to.
  await expect(app.page.getByLabel(drawWords['draw.address.name.label'])).toHaveValue('王小明');
  await expect(app.page.getByLabel(drawWords['draw.address.phone.label'])).toHaveValue('13900002001');
  await expect(app.page.getByLabel(drawWords['draw.address.address.label'])).toHaveValue('中山路1号');
  await expect(app.page.locator('body')).not.toContainText('特斯拉');
  await expect(app.page.locator('#main')).toContainText(shipped.giftName);

  const before = await ledgerOf(product, owner);
  await app.open(
    `/draw?level=1&giftName=${encodeURIComponent('特斯拉')}&isVirtual=1&requestId=00000000-0000-4000-8000-000000000000&surplusNum=99`,
  );
  await expect(
    app.page.getByText(fill(drawWords['draw.wheel.remaining'], { n: before.left }), { exact: true }),
  ).toBeVisible();
  await expect(dialogOn(app.page)).toHaveCount(0);
  await expect(app.page.locator('body')).not.toContainText('特斯拉');
  expect(await ledgerOf(product, owner)).toEqual(before);
});

test('a level that the wheel does not carry, told by a broken or forged server, shows thanks and no prize', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.granted);
  const { page } = app;
  await earnDraws(product, households.granted);
  for (const level of [7, '<b>1</b>']) {
    await page.route('**/fridge/AnnualDraw21/draw', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          code: 0,
          msg: '',
          data: {
            requestId: new URLSearchParams(route.request().postData() ?? '').get('requestId'),
            id: 'forged',
            level,
            giftName: '特斯拉',
            isVirtual: 0,
            surplusNum: 1,
          },
        },
      }),
    );
    await app.open('/draw');
    await spin(page);
    await expect(resultOn(page)).toContainText(drawWords['draw.result.none.desc']);
    await expect(page.locator('body')).not.toContainText('特斯拉');
    await page.unroute('**/fridge/AnnualDraw21/draw');
  }
});
