import type { Route } from '@playwright/test';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { draftKept } from '../../contest/kept-draft.ts';
import { makePhotos } from '../../contest/photos.ts';
import { latestWork } from '../../contest/review.ts';
import {
  addPhotosTo,
  addStep,
  allUploaded,
  contentOf,
  picturesOf,
  recipeForm,
  recipeText,
  shareForm,
  submit,
  titleOf,
  workOn,
} from '../../contest/work-form.ts';
import { expect, test } from '../../fixtures/story.ts';
import { questionOn, toastOn } from '../../screen.ts';
import { contestWords, fill, hostWords } from '../../words.ts';

const uploads = '**/activity/uploadWork';

test('the network is lost in mid-upload and the page with it: the draft comes back and is submitted; nobody else sees it', async ({
  nativeApp,
  households,
  product,
  guard,
}) => {
  test.setTimeout(90_000);
  guard.expectFailedLoads(/\/activity\/uploadWork$/);
  const author = households.withoutRealName;
  const app = await nativeApp('ios', author);
  app.photos = await makePhotos(4);
  const { page } = app;
  // Confirms leaving the form.
  page.on('dialog', (dialog) => void dialog.accept());
  let arrived = 0;
  const losing = (route: Route) => {
    arrived += 1;
    return arrived <= 1 ? route.continue() : route.abort('internetdisconnected');
  };
  await page.route(uploads, losing);
  await app.open('/upload');
  const form = recipeForm(page);
  await titleOf(form).fill('断网也不丢');
  await contentOf(form).fill(recipeText);
  await addPhotosTo(form);
  await expect(form.locator('[data-stage=failed]')).toHaveCount(3);
  await allUploaded(form, 1);
  await form.getByRole('button', { name: contestWords['contest.upload.submit'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.image.failed']);
  await draftKept(page, { texts: ['断网也不丢', recipeText], pictures: 4, uploads: 1 });

  app.user = households.granted;
  await page.reload();
  await expect(titleOf(form)).toHaveValue('');
  await expect(picturesOf(form)).toHaveCount(0);
  await expect(toastOn(page)).toBeEmpty();
  expect(await page.content()).not.toContain('断网也不丢');

  app.user = author;
  await page.unroute(uploads, losing);
  await page.reload();
  await expect(toastOn(page)).toHaveText(contestWords['contest.upload.draft.toast']);
  await expect(titleOf(form)).toHaveValue('断网也不丢');
  await expect(contentOf(form)).toHaveValue(recipeText);
  await allUploaded(form, 4);
  await submit(page, form);
  await expect(workOn(page, '断网也不丢')).toBeVisible();
  expect((await latestWork(product, author)).image).toHaveLength(4);

  await app.open('/upload');
  await expect(titleOf(form)).toHaveValue('');
  await expect(picturesOf(form)).toHaveCount(0);
});

test('a crash in the middle of writing loses nothing: text, photos and crops come back', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('android', households.outsideJiangsu);
  app.photos = await makePhotos(2);
  const crashing = app.page;
  // A process that dies tells its page nothing: none of the last chances to keep something comes.
  await crashing.addInitScript(() => {
    for (const last of ['pagehide', 'visibilitychange', 'beforeunload'])
      window.addEventListener(last, (event) => event.stopImmediatePropagation(), true);
  });
  await app.open('/upload');
  await titleOf(recipeForm(crashing)).fill('写到一半');
  await addPhotosTo(recipeForm(crashing));
  await allUploaded(recipeForm(crashing), 2);
  await addStep(crashing, recipeForm(crashing), '第一步');
  await draftKept(crashing, { texts: ['写到一半', '第一步'], pictures: 3, uploads: 3 });
  const page = await crashing.context().newPage();
  await crashing.close();

  await page.goto(`${product.hostUrl}/upload`);
  const form = recipeForm(page);
  await expect(toastOn(page)).toHaveText(contestWords['contest.upload.draft.toast']);
  await expect(titleOf(form)).toHaveValue('写到一半');
  await expect(form.locator('[data-field=steps]')).toHaveValue('第一步');
  await allUploaded(form, 2);
  expect(
    await form
      .getByRole('img', { name: fill(contestWords['contest.step.image.alt'], { i: 1 }) })
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return { width: image.naturalWidth, height: image.naturalHeight };
      }),
  ).toEqual(contestTerms.stepPhoto);
  await form.getByRole('button', { name: contestWords['contest.upload.draft.discard'] }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.upload.draft.discard'] }).click();
  await expect(titleOf(form)).toHaveValue('');
});

test('unsaved input: tabs keep it, back asks first, and whoever leaves finds it again', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', households.outsideJiangsu);
  const { page } = app;
  await app.open('/works');
  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await titleOf(recipeForm(page)).fill('一道菜');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  await expect(recipeForm(page)).toHaveCount(0);
  await contentOf(shareForm(page)).fill('一张照片');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.recipe'] }).click();
  await expect(titleOf(recipeForm(page))).toHaveValue('一道菜');

  for (const leave of [
    () => page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(questionOn(page)).toContainText(contestWords['contest.leave.kept']);
    await questionOn(page).getByRole('button', { name: contestWords['contest.leave.cancel'] }).click();
    await expect(questionOn(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/upload/);
    await expect(titleOf(recipeForm(page))).toHaveValue('一道菜');
  }
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.leave.confirm'] }).click();
  await expect(page).toHaveURL(/\/works/);

  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await expect(titleOf(recipeForm(page))).toHaveValue('一道菜');
  await recipeForm(page).getByRole('button', { name: contestWords['contest.upload.draft.discard'] }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.upload.draft.discard'] }).click();
  await expect(titleOf(recipeForm(page))).toHaveValue('');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  await expect(contentOf(shareForm(page))).toHaveValue('一张照片');
});

test('a plain browser takes no text that it could not submit, and leads to the share page', async ({
  page,
  product,
}) => {
  await page.goto(`${product.hostUrl}/upload`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(fill(contestWords['contest.upload.outside.title']));
  await expect(recipeForm(page)).toHaveCount(0);
  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
});
