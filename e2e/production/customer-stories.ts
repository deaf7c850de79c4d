import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { makePhotos } from '../contest/photos.ts';
import { addPhotosTo, allUploaded, contentOf, shareForm, submit, workOn } from '../contest/work-form.ts';
import { earnButton, resultOn, seesRemaining, spin } from '../draw/wheel.ts';
import type { NativeApp } from '../fixtures/native-app.ts';
import { dialogOn, toastOn } from '../screen.ts';
import { commonWords, contestWords, drawWords, fill } from '../words.ts';
import { LEVEL } from './environment.ts';
import { customer } from './household.ts';

type Reviewing = {
  site: { readonly operationsUrl: string; ops(...words: readonly string[]): Promise<string> };
  newContext: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>;
};

/** The customer earns a chance by sharing, wins a prize that is shipped, and says where it goes. */
export async function winsAPrize(app: NativeApp): Promise<void> {
  const { page } = app;
  await app.open('/draw');
  await seesRemaining(page, 0);
  await earnButton(page).click();
  const dialog = dialogOn(page);
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
}

/** The customer uploads a photo; a reviewer approves it by the link that operators print. */
export async function uploadsAndIsApproved(app: NativeApp, { site, newContext }: Reviewing): Promise<void> {
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
  await desk.getByRole('button', { name: '进入审核' }).click();
  await expect(desk.getByText('审核人：王梅')).toBeVisible();
  await expect(desk.getByText('周末的冰箱')).toBeVisible();
  const large = desk.locator('.large img');
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await desk.waitForLoadState(); // the page's script hears keys from then on
  await expect(desk.locator('body.arriving')).toHaveCount(0);
  await desk.keyboard.press('a');
  await expect(desk.getByRole('heading', { name: '都审完了' })).toBeVisible();
  expect(await site.ops('works', 'list', '--show', 'approved')).toContain('周末的冰箱');
}
