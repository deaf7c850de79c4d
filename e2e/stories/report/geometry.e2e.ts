import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { giveReport } from '../../product/give-report.ts';
import { misplacedTexts, smallTargets } from '../../report/geometry.ts';
import { enter, goTo, kindsOn, landingButton, lookAtAll } from '../../report/story.ts';
import { formatCopy } from '@fridge/shared-contracts';
import { reportWords } from '../../words.ts';

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 430, height: 932 },
] as const;

for (const brand of ['0', '1', '2']) {
  test(`in skin ${brand} no text of any slide is cut off or lies on another, and no button is too small, on small and large phones`, async ({
    newContext,
    households,
    product,
  }) => {
    const page = await (await newContext({ viewport: sizes[0], reducedMotion: 'reduce' })).newPage();
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible, { brand })));
    await enter(page);
    expect(
      await lookAtAll(page, sizes, async () => [...(await misplacedTexts(page)), ...(await smallTargets(page))]),
    ).toEqual([]);
  });
}

test('extreme values leave out what they do not fill, and never show a hole', async ({
  newContext,
  households,
  product,
}) => {
  const page = await (await newContext({ viewport: sizes[0], reducedMotion: 'reduce' })).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.withoutRealName)));
  await enter(page);
  expect(await kindsOn(page)).toEqual([
    'register',
    'open',
    'earliest',
    'latest',
    'favTime',
    'temp',
    'close1',
    'close2',
    'close3',
    'thanks',
    'end',
  ]);
  expect(await lookAtAll(page, sizes, misplacedTexts)).toEqual([]);
  await expect(page.locator('[data-kind=temp]')).toContainText(formatCopy['fmt.temp.over']);
  await expect(page.locator('[data-kind=favTime]')).toContainText(reportWords['report.favTime.unknown.text']);
  await expect(page.locator('[data-kind=earliest]')).toContainText(/00:00[\s\S]*10W\+/);
  await expect(page.locator('[data-kind=end]')).not.toContainText('TOP');
  expect(await page.locator('#main').innerText()).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
});

test('long, hostile and broken values are told as text, shortened to the room there is', async ({
  newContext,
  households,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/\/no-such-face\.png$/);
  guard.expect(/Content Security Policy/);
  const household = households.granted;
  await giveReport(product, {
    fridgeId: household.fridges[0]?.fridgeId ?? '',
    registerTime: '1999-12-31',
    registerYears: 100_001,
    yearOpenNum: 99_999_999,
    yearOpenNumPercent: 99.95,
    averageOpenTime: 86_399,
    yearOpenDuration: 8_759.94,
    doorOpenTimeout: 1_000_000,
    earliestOpenTime: '04:00',
    latestOpenTime: '21:00',
    maxTemp: '10.1',
    maxTempDate: '2022-12-10',
    maxTempTime: '23:59',
    morningOpenNum: 33_333_333,
    noonOpenNum: 33_333_333,
    nightOpenNum: 33_333_333,
    openDoorPercent: 100,
    favoriteUseTime: 'soon',
    favoriteFunction: '<script>document.title="owned"</script>一个名字特别特别特别特别特别长的功能',
    favoriteFunctionNum: 12_345_678,
    ...Object.fromEntries(
      [
        'foodManageNum',
        'marchRecipesNum',
        'dietAnalyseNum',
        'cleanNum',
        'temperatureControlNum',
        'checkSelfNum',
        'smartServicesNum',
        'smartSlienceNum',
        'smartCleanNum',
        'homeCareNum',
      ].map((name) => [name, 12_345_678]),
    ),
    dietitianeList: Array.from({ length: 60 }, (_, at) => ({
      userName: `<b>营养师</b>名字特别特别长${at}`,
      headUrl: at % 2 === 0 ? 'javascript:document.title="owned"' : `${product.hostUrl}/no-such-face.png`,
    })),
    problemNum: 100_001,
    problem: `${'孩子挑食、老人控糖、自己减脂，一家人的晚餐怎么搭配？'.repeat(20)}<img src=x onerror='document.title="owned"'>`,
    keyWordList: Array.from({ length: 80 }, (_, at) => `<i>特别特别特别特别特别长的关键词</i>${at}`),
    yearOpenNumUsers: 99_999_999,
    earliestOpenTimeUsers: 100_000,
    latestOpenTimeUsers: 99_999_999,
    favoriteUseTimeUsers: 99_999_999,
    favoriteFunctionUsers: 99_999_999,
  });
  const page = await (await newContext({ viewport: sizes[0], reducedMotion: 'reduce' })).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, household)));
  await expect(landingButton(page)).toBeVisible();
  await enter(page);
  expect(await lookAtAll(page, sizes, misplacedTexts)).toEqual([]);
  await expect(page).toHaveTitle(reportWords['report.docTitle']);
  expect(await page.locator('#main').innerText()).not.toMatch(/NaN|undefined|null|Infinity|\[object|<\w/);
  const diet = await goTo(page, 'diet');
  await expect(diet.getByRole('img', { name: /的头像$/ }).first()).toBeVisible();
  expect(
    await diet
      .locator('img')
      .evaluateAll(
        (images: HTMLImageElement[]) =>
          images.filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
      ),
  ).toBe(0);
});
