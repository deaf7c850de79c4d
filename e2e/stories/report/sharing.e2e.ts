import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath, reportCardPath } from '../../product/report-links.ts';
import { readsOnPoster } from '../../report/poster-code.ts';
import { agree, enter, goTo, headerShare, noticeOn, recordTypes, shareButton, slideOn } from '../../report/story.ts';
import { dialogOn, toastOn } from '../../screen.ts';
import { commonWords, drawWords, fill, hostWords, reportWords } from '../../words.ts';

const entry = reportWords['report.end.drawEntry.alt'];

test("the app's panel shares the landing page with nothing personal, the first share of the day adds a draw, and each is recorded", async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.outsideJiangsu;
  const app = await nativeApp('ios', household);
  const { page } = app;
  const types = recordTypes(page);
  await app.open('/yearReport');
  await enter(page);
  await goTo(page, 'end');
  await shareButton(page).click();
  await expect(noticeOn(page)).toContainText('仅供参考');
  await expect(noticeOn(page)).toContainText('即表示您同意他人查看您的个人报告数据');
  expect(app.calls.some(({ method }) => method === 'share')).toBe(false);
  await agree(page);
  await expect(toastOn(page)).toHaveText(fill(commonWords['draw.earn.added.toast'], { n: 1 }));
  await expect.poll(() => types).toEqual(['1', '2']);
  const shared = app.calls.find(({ method }) => method === 'share')?.params;
  expect(shared).toMatchObject({
    title: reportWords['host.card.report.title'],
    description: reportWords['host.card.report.desc'],
  });
  expect(shared?.['link']).toBe(`${product.hostUrl}/yearReportShare?brand=1`);

  await shareButton(page).click();
  await expect(noticeOn(page)).toHaveCount(0);
  await expect.poll(() => types).toEqual(['1', '2', '2']);
  await expect(toastOn(page)).toHaveText(commonWords['common.shareOk.toast']);
});

test('the notice that is closed shares nothing and is asked again, from the header too; a panel that fails records nothing; the way to the draw stands below', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('android', households.eligible);
  const { page } = app;
  const types = recordTypes(page);
  const shares = () => app.calls.filter(({ method }) => method === 'share').length;
  await app.open('/yearReport');
  await enter(page);
  await headerShare(page).click();
  await expect(noticeOn(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(noticeOn(page)).toHaveCount(0);
  expect(shares()).toBe(0);
  await goTo(page, 'end');
  await page.getByRole('button', { name: reportWords['report.end.notice.aria'] }).click();
  await agree(page);
  expect(shares()).toBe(0);

  // Read by its icon it asks no more.
  app.faults.share = { code: 5, errMessage: 'broken' };
  await headerShare(page).click();
  await expect.poll(shares).toBe(1);
  await expect(noticeOn(page)).toHaveCount(0);
  await expect(toastOn(page)).toHaveText(commonWords['common.shareFail.toast']);
  await shareButton(page).click();
  await expect.poll(shares).toBe(2);
  await expect(noticeOn(page)).toHaveCount(0);
  expect(types).toEqual(['1']);

  await page.getByRole('button', { name: reportWords['report.end.drawClose.aria'] }).click();
  await expect(page.getByRole('button', { name: entry })).toHaveCount(0);
  await page.getByRole('button', { name: reportWords['report.end.draw'], exact: true }).click();
  await expect(page).toHaveURL(/\/draw$/);

  // Coming back resumes the slides where they were left, as a reload does, and isn't recorded as entering.
  await page.goBack();
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'end');
  await expect(shareButton(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: reportWords['report.prev.aria'] }).click();
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'thanks');
  await page.reload();
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'thanks');
  expect(types).toEqual(['1']);
});

test('in a browser with wxToken the link is copied, and copying that fails says so; no address and no link holds anything personal', async ({
  page,
  context,
  households,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const {
    userId,
    mobile,
    homeId,
    nickName,
    fridges: [fridge],
  } = households.eligible;
  const types = recordTypes(page);
  const path = await browserReportPath(product, households.eligible, {
    brand: '2',
    mobile,
    homeId,
    spec: 'BCD-999',
    activityId: 'A7',
    comeFrom: 'card',
  });
  const values = [
    userId,
    mobile,
    homeId,
    nickName,
    fridge?.fridgeId ?? '?',
    'BCD-999',
    new URLSearchParams(path.split('?')[1]).get('wxToken') ?? '?',
  ];
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.goto(product.hostUrl + path);
  await enter(page);
  await goTo(page, 'end');
  const told = await page.evaluate(() => [
    location.href,
    document.referrer,
    ...[...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
  ]);
  expect(told.filter((text) => values.some((value) => text.includes(value)))).toEqual([]);
  await shareButton(page).click();
  await agree(page);
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLink.toast']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.hostUrl}/yearReportShare?brand=2`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await shareButton(page).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLinkFail.toast']);
  expect(types).toEqual([]);
  // The address that was opened is the only one that ever held them.
  expect(sent.slice(1).filter((url) => values.some((value) => url.includes(value)))).toEqual([]);
});

test('a report card outside the app has no link to copy: the code to scan is shown', async ({
  page,
  households,
  product,
}) => {
  await page.goto(product.hostUrl + (await reportCardPath(product, households.eligible)));
  await enter(page);
  await headerShare(page).click();
  await agree(page);
  await expect(page.getByText(hostWords['host.share.sub.report'])).toBeVisible();
  expect(new URL(page.url()).searchParams.get('type')).toBe('2');
});

test('the picture to share says the headline in the skin, leads to the landing page and names nobody', async ({
  page,
  households,
  product,
}) => {
  const household = households.outsideJiangsu;
  await page.addInitScript(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function record(text, ...rest) {
      written.push(text);
      return fillText.call(this, text, ...rest);
    };
  });
  await page.goto(product.hostUrl + (await browserReportPath(product, household)));
  await enter(page);
  await goTo(page, 'end');
  const small = page.getByRole('button', { name: reportWords['report.poster.alt'] });
  expect(await small.getByRole('img').evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  await small.click();
  const large = dialogOn(page).getByRole('img', { name: reportWords['report.poster.alt'] });
  await expect(dialogOn(page)).toContainText(reportWords['report.poster.hint']);
  expect(
    await large.evaluate((image: HTMLImageElement) => [
      image.src.startsWith('data:image/jpeg;base64,'),
      image.naturalWidth > 600,
      getComputedStyle(image).pointerEvents !== 'none',
    ]),
  ).toEqual([true, true, true]);
  expect(
    await large.evaluate(
      (image: HTMLImageElement) => image.width / image.height - image.naturalWidth / image.naturalHeight,
    ),
    'neither stretched nor squeezed',
  ).toBeCloseTo(0, 1.5);
  // The texts are drawn character by character or whole: joined they read the same.
  const written = (await page.evaluate<string[]>('window.written')).join('');
  expect(written).toContain('1204');
  expect(written).toContain(reportWords['report.poster.scan']);
  for (const personal of [
    household.userId,
    household.nickName,
    household.mobile,
    household.homeId,
    household.fridges[0]?.fridgeId ?? '?',
  ])
    expect(written).not.toContain(personal);
  expect(await readsOnPoster(large, `${product.hostUrl}/yearReportShare?brand=1`)).toBe(true);
  expect(await readsOnPoster(large, `${product.hostUrl}/yearReportShare?brand=2`)).toBe(false);
  await dialogOn(page).getByRole('button', { name: reportWords['report.poster.close.aria'] }).click();
  await expect(small).toBeFocused();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(small).toBeInViewport({ ratio: 1 });

  // By keys the same, and so for what has a drawing for its label: the pager keeps no press from it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(small).toBeFocused();
  const notice = page.getByRole('button', { name: reportWords['report.end.notice.aria'] });
  await notice.click();
  await noticeOn(page).getByRole('button', { name: commonWords['common.close.aria'] }).click();
  await expect(notice).toBeFocused();
});

test("from the draw's earn panel one comes to the report, shares it and goes back with a draw more", async ({
  nativeApp,
  households,
}) => {
  const { page, ...app } = await nativeApp('android', households.eligible);
  const types = recordTypes(page);
  await app.open('/draw');
  await page.getByRole('button', { name: drawWords['draw.earn.title'] }).click();
  await dialogOn(page).getByRole('button', { name: drawWords['draw.earn.report.aria'], exact: true }).click();
  await expect(page).toHaveTitle(reportWords['report.docTitle']);
  const before = await page.evaluate(() => history.length);
  await enter(page);
  await goTo(page, 'end');
  await shareButton(page).click();
  await agree(page);
  await expect.poll(() => types).toEqual(['1', '2']);
  await page.getByRole('button', { name: entry }).click();
  await expect(page).toHaveTitle(drawWords['draw.wheel.docTitle']);
  expect(await page.evaluate(() => history.length)).toBe(before);
});
