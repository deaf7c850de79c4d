import { bridgeErrorCode } from '@fridge/shared-contracts';
import { asFile, makePhotos } from '../../contest/photos.ts';
import { latestWork, worksOf } from '../../contest/review.ts';
import {
  addPhotosTo,
  allUploaded,
  contentOf,
  picturesOf,
  recipeForm,
  shareForm,
  submit,
  workOn,
} from '../../contest/work-form.ts';
import { createGate } from '../../fixtures/gate.ts';
import { expect, test } from '../../fixtures/story.ts';
import { questionOn, toastOn } from '../../screen.ts';
import { commonWords, contestWords } from '../../words.ts';

test('a photo share from an app without a picker: submitted, and deleted with its pictures', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.granted;
  const app = await nativeApp('ios', household);
  const { page } = app;
  const before = await worksOf(product, household);
  await app.open('/upload');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  const form = shareForm(page);

  app.faults.choosePhotos = { code: 1, errMessage: 'no permission' };
  await addPhotosTo(form);
  await expect(toastOn(page)).toHaveText(contestWords['contest.image.album.toast']);
  app.faults.choosePhotos = { code: bridgeErrorCode.unsupported, errMessage: 'unsupported' };
  const [photo] = await makePhotos(1);
  if (!photo) throw new Error('no photo');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), addPhotosTo(form)]);
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([
    asFile(photo),
    { name: 'b.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ]);
  await expect(toastOn(page)).toHaveText(contestWords['contest.image.type.toast']);
  await expect(picturesOf(form)).toHaveCount(1);
  await allUploaded(form, 1);

  await expect(form.locator('[data-field=phone]')).toHaveValue(household.mobile);
  await form.locator('[data-field=phone]').fill('12345');
  await contentOf(form).fill('周末的冰箱 <img src=x onerror=alert(1)> 3 > 2');
  await form.getByRole('button', { name: contestWords['contest.upload.submit'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.photo.phoneBad.toast']);
  await expect(form.locator('[data-field=phone]')).toBeFocused();
  await form.locator('[data-field=phone]').fill('139 0000-2001');
  await submit(page, form);

  const work = await latestWork(product, household);
  expect(work).toMatchObject({ cookName: '', phone: '13900002001' });
  expect(work.desc).not.toContain('<');
  const [picture = ''] = work.image;
  expect((await fetch(picture)).status).toBe(200);
  await workOn(page, '周末的冰箱').getByRole('link').first().click();
  await page.getByRole('button', { name: contestWords['contest.detail.headerDelete'], exact: true }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.detail.delete.cancel'] }).click();
  await expect(page).toHaveURL(/\/detail/);
  await page.getByRole('button', { name: contestWords['contest.detail.headerDelete'], exact: true }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.detail.delete.confirm'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.detail.deleted.toast']);
  await expect(page).toHaveURL(/\/works/);
  await expect(workOn(page, '周末的冰箱')).toHaveCount(0);
  expect(await worksOf(product, household)).toHaveLength(before.length);
  expect((await fetch(picture)).status).toBe(404);

  await app.open(`/detail?cookId=${work.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contestWords['contest.detail.missing']);
  await expect(page.getByRole('button', { name: commonWords['common.retry'] })).toHaveCount(0);
});

test('photos may be picked for a minute: the page waits for as long as the album covers it', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('android', households.granted);
  const { page } = app;
  app.photos = await makePhotos(1);
  await page.clock.install();
  await app.open('/upload');
  const picked = createGate();
  app.faults.choosePhotos = { after: picked.opened };
  await addPhotosTo(recipeForm(page));
  await expect.poll(() => app.calls.some(({ method }) => method === 'choosePhotos')).toBe(true);
  await app.tell({ event: 'pageHide' });
  await page.clock.fastForward(60_000);
  await app.tell({ event: 'pageShow' });
  picked.open();
  await allUploaded(recipeForm(page), 1);
  await expect(toastOn(page)).toBeEmpty();
});
