import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath, reportCardPath } from '../../product/report-links.ts';
import { enter, landingButton } from '../../report/story.ts';
import { reportWords } from '../../words.ts';
import { brandCopy } from '@fridge/shared-contracts';

const skinOf = { 0: '0', 1: '1', 2: '2' } as const;

for (const [brand, skin] of [
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['-1', 0],
  ['7', 0],
] as const) {
  test(`brand ${brand} in the address is skin ${skin}`, async ({ page, households, product }) => {
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible, { brand })));
    await expect(page.locator('html')).toHaveAttribute('data-skin', skinOf[skin]);
    await expect(page.getByText(brandCopy[`brand.${skin}.tagline`])).toBeVisible();
    await expect(landingButton(page)).toHaveAccessibleName(
      skin === 1 ? reportWords['report.landing.brand1.alt'] : reportWords['report.landing.enter'],
    );
  });
}

test('a fridge of the premium brand brings its skin and its image button, by its model alone', async ({
  nativeApp,
  households,
}) => {
  const { page, ...app } = await nativeApp('ios', households.outsideJiangsu);
  await app.open('/yearReport');
  await expect(page.locator('html')).toHaveAttribute('data-skin', '1');
  await expect(landingButton(page)).toHaveAccessibleName(reportWords['report.landing.brand1.alt']);
  await enter(page);
  await expect(page.getByRole('region', { name: /^年度报告，共\d+页$/ })).toBeVisible();
});

test('a fridge of the sub-brand brings its skin', async ({ nativeApp, households }) => {
  const { page, ...app } = await nativeApp('android', households.eligibleSubBrand);
  await app.open('/yearReport');
  await expect(page.locator('html')).toHaveAttribute('data-skin', '2');
  await expect(page.getByText(brandCopy['brand.2.tagline'])).toBeVisible();
});

test("the report card's model is read from its cipher, and the address's brand goes before it", async ({
  page,
  households,
  product,
}) => {
  await page.goto(product.hostUrl + (await reportCardPath(product, households.outsideJiangsu)));
  await expect(page.locator('html')).toHaveAttribute('data-skin', '1');
  await page.goto('about:blank');
  await page.goto(product.hostUrl + (await reportCardPath(product, households.outsideJiangsu, { brand: '2' })));
  await expect(page.locator('html')).toHaveAttribute('data-skin', '2');
});

for (const sn8 of ['0000B00', '0000B0011', '']) {
  test(`a model of ${sn8.length} characters is none: the main brand`, async ({ page, households, product }) => {
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible, { sn8 })));
    await expect(landingButton(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).toHaveAttribute('data-skin', '0');
  });
}
