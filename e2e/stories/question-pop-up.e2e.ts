import type { Page, Route } from '@playwright/test';
import {
  answer,
  choose,
  dialogOn,
  option,
  questionButton,
  radio,
  readProblem,
  submitButton,
  toastOn,
} from '../screen.ts';
import { readEnvironment } from '@fridge/server';
import { defaultSettings } from '@fridge/server/documents/settings/default-settings';
import { createGate } from '../fixtures/gate.ts';
import { installClock } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import type { NativeApp } from '../fixtures/native-app.ts';
import { campaignWords, commonWords, hostWords } from '../words.ts';

/** Every call to the 2023 activity server: the last part of the path is an opaque name. */
const activityCalls = '**/activity2023/*';
/** The one that asks for a question. */
const questionCall = `**/activity2023/${defaultSettings(readEnvironment({ DEMO: '1' })).activity2023['getNewAnswer']}`;

/** A call that the server leaves without an answer is given up after this time, milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

/** Opens the pop-up on the guide; `answering` handles the calls from then on. */
async function openPopUp(app: NativeApp): Promise<Page> {
  await app.open('/open');
  await questionButton(app.page).click();
  await readProblem(app.page);
  return app.page;
}

const answerWith = (code: number, msg: string, data: unknown) => (route: Route) =>
  route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, json: { code, msg, data } });

test('without an option a toast sends the user back to the guide', async ({ nativeApp, households }) => {
  const page = await openPopUp(await nativeApp('android', households.eligible));
  await submitButton(page).click();
  await expect(toastOn(page)).toHaveText(campaignWords['campaign.question.noOption.toast']);
});

test('a double tap on submit sends one answer', async ({ nativeApp, households }) => {
  const page = await openPopUp(await nativeApp('ios', households.eligible));
  let sent = 0;
  const gate = createGate();
  await page.route(activityCalls, async (route) => {
    sent += 1;
    await gate.opened;
    await route.continue();
  });
  await choose(page, 'wrong');
  await submitButton(page).dblclick();
  gate.open();
  await expect(toastOn(page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
  expect(sent).toBe(1);
});

test('closed while an answer is pending, the pop-up opens again with nothing stale', async ({
  nativeApp,
  households,
}) => {
  const page = await openPopUp(await nativeApp('ios', households.eligibleSubBrand));
  const gate = createGate();
  await page.route(
    activityCalls,
    async (route) => {
      await gate.opened;
      await answerWith(0, '', { correct: true })(route).catch(() => undefined); // the page has given this call up
    },
    { times: 1 },
  );
  await answer(page, 'wrong');
  await expect(dialogOn(page)).toContainText(campaignWords['campaign.question.submitting']);
  await dialogOn(page).getByRole('button', { name: campaignWords['campaign.question.close.aria'] }).click();
  await expect(dialogOn(page)).toHaveCount(0);

  await questionButton(page).click();
  await readProblem(page);
  gate.open();
  await expect(dialogOn(page).getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(submitButton(page)).not.toHaveAttribute('aria-busy', 'true');
  await answer(page, 'wrong');
  await expect(toastOn(page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
  await expect(dialogOn(page)).not.toContainText(campaignWords['campaign.question.correct.title']);
});

const noAnswer: [string, (route: Route) => Promise<void>, string][] = [
  [
    'HTML',
    (route) =>
      route.fulfill({
        status: 502,
        contentType: 'text/html',
        headers: { 'access-control-allow-origin': '*' },
        body: '<html><h1>Bad gateway</h1></html>',
      }),
    commonWords['common.fallback.toast'],
  ],
  [
    'half of its JSON',
    (route) =>
      route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: '{"code":0,"data":{"corr' }),
    commonWords['common.fallback.toast'],
  ],
  ['another shape', answerWith(0, '', { correct: 'perhaps' }), commonWords['common.fallback.toast']],
  ['code 500', answerWith(500, '服务器繁忙，请稍后再试', null), '服务器繁忙，请稍后再试'],
  ['code 500 without a word', answerWith(500, '', null), commonWords['common.fallback.toast']],
  ['code 204', answerWith(204, '今日电费券已领完，明天再来吧', null), '今日电费券已领完，明天再来吧'],
  ['nothing, the connection broken', (route) => route.abort('connectionreset'), commonWords['common.network.toast']],
];

test.describe('where the server answers with', () => {
  for (const [what, fulfil, words] of noAnswer) {
    test(`${what}, a toast says so and the choice stays`, async ({ nativeApp, households, guard }) => {
      guard.expectFailedLoads(/\/activity2023\//);
      const page = await openPopUp(await nativeApp('android', households.eligible));
      await option(page, 1).click();
      await page.route(activityCalls, fulfil);
      await submitButton(page).click();
      await expect(toastOn(page)).toHaveText(words);
      await expect(radio(page, 1)).toBeChecked();

      await page.unroute(activityCalls);
      await answer(page, 'wrong');
      await expect(toastOn(page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
    });
  }
});

test('where the server is silent, the wait ends after ten seconds and the choice stays', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', households.eligible);
  await installClock(app.page);
  const page = await openPopUp(app);
  await page.route(activityCalls, () => undefined);
  await option(page, 2).click();
  const sent = page.waitForRequest(activityCalls);
  await submitButton(page).click();
  await sent;
  await page.clock.fastForward(ANSWER_LIMIT_MS - 3_000);
  await expect(dialogOn(page)).toContainText(campaignWords['campaign.question.submitting']);
  await expect(toastOn(page)).toHaveText('');
  await page.clock.fastForward(3_000);
  await expect(toastOn(page)).toHaveText(commonWords['common.timeout.toast']);
  await expect(radio(page, 2)).toBeChecked();
});

test('without a network a toast says so, a banner stays until it is back, and the choice stays', async ({
  nativeApp,
  households,
  guard,
}) => {
  guard.expectFailedLoads(/\/activity2023\//);
  const app = await nativeApp('android', households.eligible);
  const page = await openPopUp(app);
  await option(page, 0).click();
  await page.context().setOffline(true);
  await submitButton(page).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.network.toast']);
  await expect(page.getByText(hostWords['host.net.down'])).toBeAttached();
  await expect(radio(page, 0)).toBeChecked();
  await page.context().setOffline(false);
  await expect(toastOn(page)).toHaveText(hostWords['host.net.up.toast']);
  await expect(page.getByText(hostWords['host.net.down'])).toHaveCount(0);
});

test('a question that does not come offers to try again', async ({ nativeApp, households, guard }) => {
  guard.expectFailedLoads(/\/activity2023\//);
  const app = await nativeApp('ios', households.eligible);
  await app.open('/open');
  await app.page.route(questionCall, (route) => route.abort('connectionreset'), { times: 1 });
  await questionButton(app.page).click();
  await expect(dialogOn(app.page)).toContainText(campaignWords['campaign.question.loadFail']);
  await dialogOn(app.page).getByRole('button', { name: commonWords['common.retry'] }).click();
  expect(await readProblem(app.page)).not.toBe('');
});
