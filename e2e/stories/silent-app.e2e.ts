import type { NativeApp } from '../fixtures/native-app.ts';
import { answer, dialogOn, questionButton, readProblem, toastOn } from '../screen.ts';
import { createGate } from '../fixtures/gate.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, commonWords, fill, hostWords } from '../words.ts';

const timeoutPopUp = (app: NativeApp) =>
  app.page.getByRole('alertdialog', { name: hostWords['host.native.timeout.title'] });

/** Limits of an answer (architecture, "The native bridge"), milliseconds. */
const ANSWER_LIMIT = 5_000;
const PERSON_LIMIT = 30_000;

/** The page's clock can be moved on; nothing else about it changes. */
async function withMovableClock(app: NativeApp): Promise<(milliseconds: number) => Promise<void>> {
  await app.page.clock.install();
  return (milliseconds) => app.page.clock.runFor(milliseconds);
}

const called = (app: NativeApp, method: string) => () => app.calls.filter((call) => call.method === method).length;

test('a silent app does not keep the guide from being read; an action is answered by the timeout popup', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', households.eligible);
  Object.assign(app.faults, { getUserInfo: 'silent', getHomeInfo: 'silent', getStatusBarHeight: 'silent' });
  const moveOn = await withMovableClock(app);
  await app.open('/open');
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveOn(ANSWER_LIMIT + 100);
  await expect(timeoutPopUp(app)).toHaveCount(0);

  await questionButton(app.page).click();
  await expect.poll(called(app, 'getUserInfo')).toBe(2);
  await moveOn(ANSWER_LIMIT + 100);
  await expect(timeoutPopUp(app)).toContainText(fill(commonWords['host.native.timeout.desc']));
  await timeoutPopUp(app).getByRole('button', { name: hostWords['host.native.timeout.button'] }).click();
  await moveOn(1_000);
  await expect(timeoutPopUp(app)).toHaveCount(0);

  delete app.faults.getUserInfo;
  delete app.faults.getHomeInfo;
  await questionButton(app.page).click();
  expect(await readProblem(app.page)).not.toBe('');
});

test('a login page that never answers ends in the timeout popup', async ({ nativeApp }) => {
  const app = await nativeApp('android', null);
  app.faults.login = 'silent';
  const moveOn = await withMovableClock(app);
  await app.open('/open');
  await questionButton(app.page).click();
  await expect.poll(called(app, 'login')).toBe(1);
  await moveOn(ANSWER_LIMIT + 1_000);
  await expect(timeoutPopUp(app)).toHaveCount(0);
  await moveOn(PERSON_LIMIT - ANSWER_LIMIT);
  await expect(timeoutPopUp(app)).toBeVisible();
});

test('a silent page for binding a fridge and a silent share panel end in the timeout popup', async ({
  nativeApp,
  households,
}) => {
  const binding = await nativeApp('ios', households.withoutFridge);
  binding.faults.addDevice = 'silent';
  const moveOn = await withMovableClock(binding);
  await binding.open('/open');
  await binding.page.getByRole('button', { name: commonWords['host.bind.button'] }).click();
  await expect.poll(called(binding, 'addDevice')).toBe(1);
  await moveOn(PERSON_LIMIT + 100);
  await expect(timeoutPopUp(binding)).toBeVisible();

  const sharing = await nativeApp('android', households.eligible);
  sharing.faults.share = 'silent';
  const moveSharingOn = await withMovableClock(sharing);
  await sharing.open('/');
  await sharing.page.getByRole('button', { name: hostWords['host.header.share.aria'] }).click();
  await expect.poll(called(sharing, 'share')).toBe(1);
  await expect(toastOn(sharing.page)).toHaveText(hostWords['host.share.opening.toast']);
  await moveSharingOn(ANSWER_LIMIT + 100);
  const hint = sharing.page.getByRole('alertdialog', { name: hostWords['host.native.slow.title'] });
  await expect(hint).toBeVisible();
  await moveSharingOn(PERSON_LIMIT - ANSWER_LIMIT);
  await moveSharingOn(1_000);
  await expect(hint).toHaveCount(0);
  await expect(timeoutPopUp(sharing)).toBeVisible();
});

test('a coupon page that does not open is reported, and can be opened again', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.granted);
  app.faults.openWebView = 'silent';
  const moveOn = await withMovableClock(app);
  await app.open('/open');
  await questionButton(app.page).click();
  await expect.poll(called(app, 'openWebView')).toBe(1);
  await moveOn(ANSWER_LIMIT + 100);
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.home.couponFail.toast']);
  delete app.faults.openWebView;
  await questionButton(app.page).click();
  await expect.poll(called(app, 'openWebView')).toBe(2);
});

test('a web view that does not close leads to the hall instead', async ({ nativeApp, households }) => {
  const app = await nativeApp('android', households.eligible);
  app.faults.closePage = 'silent';
  const moveOn = await withMovableClock(app);
  await app.open('/open');
  await app.page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect.poll(called(app, 'closePage')).toBe(1);
  await moveOn(ANSWER_LIMIT + 100);
  await expect(app.page).toHaveTitle(hostWords['host.default.docTitle']);
});

test('a page opened from a device card leads to the disconnected page, and back to where it broke off once the app answers', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', households.eligible);
  Object.assign(app.faults, { getUserInfo: 'silent', getHomeInfo: 'silent' });
  const moveOn = await withMovableClock(app);
  await app.open('/open?comeFrom=card');
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveOn(ANSWER_LIMIT + 100);
  await expect(app.page).toHaveTitle(hostWords['host.disconnected.docTitle']);
  await expect(app.page.getByText(hostWords['host.disconnected.desc'])).toBeVisible();

  delete app.faults.getUserInfo;
  delete app.faults.getHomeInfo;
  await app.page.getByRole('button', { name: hostWords['host.disconnected.button'] }).click();
  await expect(app.page).toHaveTitle(campaignWords['campaign.guide.docTitle']);
});

test('late and second answers are dropped', async ({ nativeApp, households }) => {
  const app = await nativeApp('android', households.eligible);
  app.faults.getUserInfo = 'twice';
  app.faults.getHomeInfo = 'twice';
  await app.open('/open');
  await questionButton(app.page).click();
  await answer(app.page, 'wrong');
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
  const first = app.calls.find(({ method }) => method === 'getUserInfo');
  await app.tell({ id: first?.id, ok: true, data: { userId: '' } });
  await app.tell({ id: 'never asked', ok: true, data: {} });
  await app.tell('not even JSON');
  await answer(app.page, 'wrong');
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.question.wrongTwice.toast']);
  await expect(dialogOn(app.page)).toBeVisible();
});

test('an answer after its limit is dropped', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.granted);
  const late = createGate();
  app.faults.openWebView = { after: late.opened };
  const moveOn = await withMovableClock(app);
  await app.open('/open');
  await questionButton(app.page).click();
  await expect.poll(called(app, 'openWebView')).toBe(1);
  await moveOn(ANSWER_LIMIT + 100);
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.home.couponFail.toast']);
  late.open();
  await expect.poll(() => app.answered).toContain('openWebView');
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.home.couponFail.toast']);
  await expect(questionButton(app.page)).not.toHaveAttribute('aria-busy', 'true');
});

test('a refusal of the app is shown in the words of the action', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.eligible);
  app.faults.share = { code: 500, errMessage: 'panel broken' };
  await app.open('/');
  const share = app.page.getByRole('button', { name: hostWords['host.header.share.aria'] });
  await share.click();
  await expect(toastOn(app.page)).toHaveText(commonWords['common.shareFail.toast']);
  delete app.faults.share;
  await share.click();
  await expect(toastOn(app.page)).not.toHaveText(commonWords['common.shareFail.toast']);
  const sent = app.calls.findLast(({ method }) => method === 'share');
  expect(JSON.stringify(sent?.params)).not.toMatch(
    new RegExp([households.eligible.userId, households.eligible.mobile, households.eligible.homeId].join('|')),
  );
});
