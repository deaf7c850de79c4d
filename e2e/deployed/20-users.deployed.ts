import { expect } from '@playwright/test';
import { makePhotos } from '../contest/photos.ts';
import { addPhotosTo, allUploaded, contentOf, shareForm, submit, workOn } from '../contest/work-form.ts';
import { resultOn, seesRemaining, spin, spinButton } from '../draw/wheel.ts';
import { dialogOn, toastOn } from '../screen.ts';
import { commonWords, contestWords, drawWords, fill, hostWords, reportWords } from '../words.ts';
import { customer } from './customers.ts';
import { LEVEL } from './first-steps.ts';
import { test } from './story.ts';

test('shares the activity for a chance, turns the wheel, wins and says where the prize goes', async ({ app }) => {
  const { page } = app;
  await app.open('/draw');
  await seesRemaining(page, 0);
  await spinButton(page).click();
  const dialog = dialogOn(page);
  await dialog.getByRole('button', { name: drawWords['draw.result.noChance.button'], exact: true }).click();
  await dialog.getByRole('button', { name: drawWords['draw.earn.campaign.aria'], exact: true }).click();
  await expect(toastOn(page)).toHaveText(fill(commonWords['draw.earn.added.toast'], { n: 1 }));
  await seesRemaining(page, 1);

  await spin(page);
  await expect(resultOn(page)).toContainText(drawWords[`draw.gift.${LEVEL}`]);
  await dialog.getByRole('button', { name: drawWords['draw.result.physical.button'] }).click();
  await page.getByLabel(drawWords['draw.address.name.label']).fill('林晓');
  await expect(page.getByLabel(drawWords['draw.address.phone.label'])).toHaveValue(customer.mobile);
  await page.getByLabel(drawWords['draw.address.province.ph']).selectOption({ label: '江苏省' });
  await page.getByLabel(drawWords['draw.address.city.ph']).selectOption({ label: '南京市' });
  await page.getByLabel(drawWords['draw.address.district.ph']).selectOption({ label: '玄武区' });
  await page.getByLabel(drawWords['draw.address.address.label']).fill('中山路1号');
  await page.getByRole('button', { name: drawWords['draw.address.submit'] }).click();
  await expect(page.getByRole('article', { name: drawWords[`draw.gift.${LEVEL}`] })).toContainText('中山路1号');
});

test('uploads a photo, which a reviewer approves', async ({ app, site, newContext }) => {
  const { page } = app;
  app.photos = await makePhotos(1);
  await app.open('/upload');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  const form = shareForm(page);
  await addPhotosTo(form);
  await allUploaded(form, 1);
  await contentOf(form).fill('周末的冰箱');
  await submit(page, form);
  await expect(workOn(page, '周末的冰箱')).toBeVisible();

  const desk = await (await newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const printed = await site.ops('works', 'review', '--as', '王梅');
  const link = /https?:\S+/.exec(printed)?.[0] ?? '';
  expect(new URL(link).origin).toBe(site.operationsUrl);
  await desk.goto(link);
  await expect(desk.getByText('审核人：王梅')).toBeVisible();
  await expect(desk.getByText('周末的冰箱')).toBeVisible();
  const large = desk.locator('.large img');
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await desk.waitForLoadState(); // the page's script hears keys from then on
  await desk.keyboard.press('a');
  await expect(desk.getByRole('heading', { name: '都审完了' })).toBeVisible();
  expect(await site.ops('works', 'list', '--show', 'approved')).toContain('周末的冰箱');
});

test('sees the year in the report, once operators have imported it', async ({ app, site }) => {
  const { fridgeId } = customer.fridges[0] ?? { fridgeId: '' };
  const report = { fridgeId, registerTime: '2021-05-01', yearOpenNum: 2310, earliestOpenTime: '06:12' };
  await site.web1.write('/root/reports.jsonl', `${JSON.stringify(report)}\n`);
  await site.ops('report', 'import', '/root/reports.jsonl');
  await app.open('/yearReport');
  await expect(app.page.getByText(reportWords['report.landing.sub'], { exact: true })).toBeVisible();
});

test('operators switch an activity off and on again, and open pages follow', async ({ app, site }) => {
  const { page } = app;
  await site.ops('off', 'draw', '--as', '王梅', '--why', '规则有误');
  await expect(async () => {
    await app.open('/draw');
    await expect(page.getByText(hostWords['host.offline.desc'])).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await site.ops('on', 'draw', '--as', '王梅', '--why', '规则已改');
  await expect(async () => {
    await app.open('/draw');
    await expect(spinButton(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
});
