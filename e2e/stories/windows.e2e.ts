import { clockHeaders } from '@fridge/shared-contracts/page';
import { letTimePassBy, movableClock } from '../product/moved-clock.ts';
import { changeSettings } from '../product/guest.ts';
import { dialogOn, questionButton, readProblem, submitButton, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, drawWords, hostWords } from '../words.ts';

/** The demonstration's business time begins at 2023-08-01 10:00 (+08:00); these windows lie around it. */
const windows = {
  past: { start: '2023-07-17T09:00:00+08:00', end: '2023-07-31T23:59:59+08:00' },
  future: { start: '2023-08-05T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
};

test.use(movableClock);

const HOUR_MS = 60 * 60 * 1000;

test('before it opens the campaign names its day; rules and steps can be read', async ({ page, product }) => {
  await changeSettings(product, { windows: { campaign2023: windows.future } });
  await page.goto(`${product.hostUrl}/open`);
  await expect(page).toHaveTitle(hostWords['host.notStarted.docTitle']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostWords['host.notStarted.title']);
  await expect(page.getByText('活动将于2023年8月5日 09:00开启，敬请期待')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^距活动开启还有3天\d\d小时\d\d分钟$/);
  await page.getByRole('button', { name: hostWords['host.notStarted.button'] }).click();
  await expect(page.getByRole('link', { name: new RegExp(hostWords['host.default.status.notStarted']) })).toBeVisible();
  await page.goto(`${product.hostUrl}/rule`);
  await expect(page).toHaveTitle(campaignWords['campaign.rule.docTitle']);
});

test('after its end the draw names its day; prizes can still be seen', async ({ page, product }) => {
  await changeSettings(product, { windows: { draw: windows.past } });
  await page.goto(`${product.hostUrl}/draw`);
  await expect(page).toHaveTitle(hostWords['host.ended.docTitle']);
  await expect(page.getByText('本次活动已于2023年7月31日 23:59结束，感谢您的参与')).toBeVisible();
  await page.getByRole('link', { name: hostWords['host.default.prizes'] }).click();
  await expect(page).toHaveTitle(drawWords['draw.prize.docTitle']);
});

test("an open page whose window closes says so at the next action, by the server's clock", async ({
  nativeApp,
  households,
  product,
}) => {
  const { headers } = await fetch(`${product.apiUrl}/health`);
  const end = new Date(Math.ceil(Number(headers.get(clockHeaders.business)) / 1000) * 1000 + HOUR_MS)
    .toISOString()
    .replace('.000Z', 'Z');
  await changeSettings(product, { windows: { campaign2023: { start: null, end } } });
  const app = await nativeApp('ios', households.eligible);
  // The device's own clock is years off.
  await app.page.clock.install({ time: new Date('2030-01-01T00:00:00+08:00') });
  await app.open('/open');
  await questionButton(app.page).click();
  await readProblem(app.page);
  await dialogOn(app.page).locator('label').first().click();

  await letTimePassBy(product, HOUR_MS + 2_000);
  await app.page.clock.fastForward(HOUR_MS + 2_000);
  await submitButton(app.page).click();
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.home.ended.toast']);
  await expect(dialogOn(app.page).getByRole('radio', { checked: true })).toHaveCount(1);

  await dialogOn(app.page).getByRole('button', { name: campaignWords['campaign.question.close.aria'] }).click();
  await questionButton(app.page).click();
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.home.ended.toast']);
  await expect(dialogOn(app.page)).toHaveCount(0);

  await app.page.reload();
  await expect(app.page).toHaveTitle(hostWords['host.ended.docTitle']);
});
