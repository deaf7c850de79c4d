import { writeFile } from 'node:fs/promises';
import { dialogOn, questionButton, readProblem, submitButton, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, hostWords } from '../words.ts';

/** The demonstration's business time begins at 2023-08-01 10:00 (+08:00); these windows lie around it. */
const windows = {
  past: { start: '2023-07-17T09:00:00+08:00', end: '2023-07-31T23:59:59+08:00' },
  future: { start: '2023-08-05T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
};

test.use({ productName: 'windows that were moved', productSettings: { windows: { campaign2023: windows.future, draw: windows.past } } });

test('before it opens the campaign names its day; rules and steps can be read', async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/open`);
  await expect(page).toHaveTitle(hostWords['host.notStarted.docTitle']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostWords['host.notStarted.title']);
  await expect(page.getByText('活动将于2023年8月5日 09:00开启，敬请期待')).toBeVisible();
  await page.getByRole('button', { name: hostWords['host.notStarted.button'] }).click();
  await expect(page.getByRole('link', { name: new RegExp(hostWords['host.default.status.notStarted']) })).toBeVisible();
  await page.goto(`${product.hostUrl}/rule`);
  await expect(page).toHaveTitle(campaignWords['campaign.rule.docTitle']);
});

test('after its end the draw names its day; prizes can still be seen', async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/draw`);
  await expect(page).toHaveTitle(hostWords['host.ended.docTitle']);
  await expect(page.getByText('本次活动已于2023年7月31日 23:59结束，感谢您的参与')).toBeVisible();
  await page.goto(`${product.hostUrl}/prize`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test("an open page whose window closes says so at the next action, by the server's clock", async ({ nativeApp, households, product }) => {
  // So much business time is left that the page opens on a busy machine too; the device's own clock is years off.
  const app = await nativeApp('ios', households.eligible);
  const { headers } = await fetch(`${product.hostUrl}/remotes.json`);
  const now = Number(headers.get('x-business-time'));
  const closesAt = Math.ceil(now / 1000) * 1000 + 20_000;
  const end = new Date(closesAt).toISOString().replace('.000Z', 'Z');
  await writeFile(product.settingsFile, JSON.stringify({ windows: { campaign2023: { start: null, end } } }));
  await expect.poll(async () => (await fetch(product.hostUrl)).text()).toContain(end);
  await app.page.clock.setSystemTime(new Date('2030-01-01T00:00:00+08:00'));
  await app.open('/open');
  await questionButton(app.page).click();
  await readProblem(app.page);
  await dialogOn(app.page).locator('label').first().click();

  const remaining = closesAt + 1_200 - (now + (Date.now() - Number(headers.get('x-server-time'))));
  await new Promise((next) => setTimeout(next, Math.max(0, remaining)));
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
