import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { callAs } from '../../draw/call-as.ts';
import { expect, test } from '../../fixtures/story.ts';
import {
  browserReportPath,
  encryptForLink,
  expiredReportToken,
  reportCardPath,
  reportToken,
} from '../../product/report-links.ts';
import { enter, enterInVain, landingButton, recordTypes, slideOn } from '../../report/story.ts';
import { toastOn } from '../../screen.ts';
import { reportWords, serverWords } from '../../words.ts';

test("the app's report card opens the story outside the app, by its cipher, also behind the #", async ({
  page,
  households,
  product,
}) => {
  const types = recordTypes(page);
  const path = await reportCardPath(product, households.eligible);
  for (const address of [path, `/#${path}`]) {
    await page.goto('about:blank');
    await page.goto(product.hostUrl + address);
    await enter(page);
    await expect(slideOn(page)).toContainText('2020年6月18日');
    const { pathname, search, hash } = new URL(page.url());
    expect(pathname + search + hash).toBe('/yearReport?source=meijuReport');
  }
  await page.reload();
  await expect(slideOn(page)).toContainText('2020年6月18日');
  expect(types).toEqual([]);
});

test("a token that is forged, expired or another user's, and another user's fridge, open nothing", async ({
  page,
  households,
  product,
}) => {
  const { eligible, outsideJiangsu } = households;
  const forged = `${(await reportToken(product, eligible)).slice(0, -3)}abc`;
  const strangersFridge = outsideJiangsu.fridges[0]?.fridgeId ?? '';
  const paths: [string, string, string][] = [
    ['forged', await browserReportPath(product, eligible, { wxToken: forged }), serverWords['server.auth']],
    [
      'expired',
      await browserReportPath(product, eligible, { wxToken: await expiredReportToken(eligible) }),
      serverWords['server.auth'],
    ],
    [
      "another user's",
      await browserReportPath(product, eligible, { wxToken: await reportToken(product, outsideJiangsu) }),
      serverWords['server.auth'],
    ],
    [
      "another user's fridge",
      await browserReportPath(product, eligible, { fridgeId: strangersFridge }),
      serverWords['server.param'],
    ],
    ['a forged card', await reportCardPath(product, eligible, { at: forged }), serverWords['server.auth']],
    [
      "a card with another user's fridge",
      await reportCardPath(product, eligible, { ac: strangersFridge }),
      serverWords['server.param'],
    ],
    [
      'a card of another user',
      await reportCardPath(product, eligible, { userId: encryptForLink(outsideJiangsu.userId) }),
      serverWords['server.auth'],
    ],
  ];
  for (const [what, path, says] of paths) {
    await page.goto('about:blank');
    await page.goto(product.hostUrl + path);
    await expect(landingButton(page), what).toBeVisible();
    await enterInVain(page, reportWords['report.loading.fail']);
    await expect(toastOn(page), what).toHaveText(says);
  }
});

test('a card whose cipher is broken or of another key is no way in: it leads to the code to scan', async ({
  page,
  households,
  product,
}) => {
  for (const userId of ['not-a-cipher', encryptForLink(households.eligible.userId, '0123456789abcdef')]) {
    await page.goto('about:blank');
    await page.goto(product.hostUrl + (await reportCardPath(product, households.eligible, { userId })));
    await landingButton(page).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/share');
    await expect(slideOn(page)).toHaveCount(0);
  }
});

test('a report token opens the report and is refused on every other call', async ({ households, product }) => {
  const household = households.eligible;
  const token = await reportToken(product, household);
  const fridgeId = household.fridges[0]?.fridgeId ?? '';
  const own = { userId: household.userId, phone: household.mobile, fridgeId, homeId: household.homeId };
  expect(await callAs(product, household, reportCalls.getReport, { fridgeId }, token)).toMatchObject({
    code: 0,
    data: { yearOpenNum: 3286 },
  });
  const others = [
    await callAs(product, household, sharingCalls.annualRecord, { ...own, type: recordType.sharedReport }, token),
    await callAs(product, household, sharingCalls.annualRecord, { ...own, type: recordType.enteredReport }, token),
    await callAs(product, household, drawCalls.getSurplusNum, {}, token),
    await callAs(product, household, drawCalls.getMyGiftList, {}, token),
    await callAs(product, household, contestCalls.getMyWorks, { devicePhone: household.mobile, fridgeId }, token),
  ];
  for (const answer of others) expect(answer).toEqual({ code: 401, msg: serverWords['server.auth'], data: null });
});
