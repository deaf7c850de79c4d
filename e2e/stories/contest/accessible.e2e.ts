import { makePhotos } from '../../contest/photos.ts';
import { worksOf } from '../../contest/review.ts';
import { addPhotosTo, addStep, allUploaded, recipeForm, shareForm, titleOf } from '../../contest/work-form.ts';
import { expectFit } from '../../fixtures/every-skin.ts';
import { expect, test } from '../../fixtures/story.ts';
import { dialogOn, questionOn } from '../../screen.ts';
import { commonWords, contestWords, fill, hostWords } from '../../words.ts';

test('axe finds nothing serious on any page, dialog and state of the contest, in no skin, and nothing scrolls sideways', async ({
  nativeApp,
  listedHouseholds,
  households,
  product,
}) => {
  test.setTimeout(120_000);
  const author = listedHouseholds.eligible;
  const app = await nativeApp('ios', author);
  const { page } = app;
  app.photos = await makePhotos(3);
  const rejected = (await worksOf(product, author)).find(({ status }) => status === -1);

  await app.open('/works');
  await expect(page.getByTestId('work')).toHaveCount(3);
  await expectFit(page, 'works');
  await page
    .getByRole('button', { name: new RegExp(`^${contestWords['contest.works.delete']}`) })
    .first()
    .click();
  await expect(questionOn(page)).toBeVisible();
  await expectFit(page, 'delete');
  await app.open(`/detail?cookId=${rejected?.id ?? ''}`);
  await expect(page.getByTestId('detail')).toBeVisible();
  await expectFit(page, 'a rejected work');
  await app.open(`/edit?cookId=${rejected?.id ?? ''}`);
  await expect(page.locator('[data-field=title]')).toBeVisible();
  await expectFit(page, 'edit');

  await app.open('/upload');
  const form = recipeForm(page);
  await form.getByRole('button', { name: contestWords['contest.upload.submit'] }).click();
  await expect(titleOf(form)).toHaveAttribute('aria-invalid', 'true');
  await expectFit(page, 'a problem');
  await titleOf(form).fill('一道菜');
  await addPhotosTo(form);
  await allUploaded(form, 3);
  await addStep(page, form, '第一步');
  await expectFit(page, 'a filled form');
  await form.getByRole('button', { name: contestWords['contest.step.changeImage'] }).click();
  await expect(dialogOn(page)).toContainText(contestWords['contest.crop.title']);
  await expectFit(page, 'crop');
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toHaveCount(0);
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  await expect(shareForm(page)).toBeVisible();
  await expectFit(page, 'photo share');
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(questionOn(page)).toContainText(contestWords['contest.leave.title']);
  await expectFit(page, 'leaving');

  const bound = await nativeApp('android', households.withoutFridge);
  await bound.open('/upload');
  await expect(bound.page.getByText(commonWords['host.bind.title'])).toBeVisible();
  await expectFit(bound.page, 'no fridge');
});

test("a work's pictures are turned by buttons, and open in full screen", async ({ page, product }) => {
  await page.goto(`${product.hostUrl}/detail`);
  await expect(page.getByTestId('detail')).toBeVisible();
  await page.getByRole('button', { name: commonWords['common.carousel.next.aria'] }).click();
  await expect(
    page.getByRole('button', { name: fill(commonWords['common.carousel.dot.aria'], { i: 2 }) }),
  ).toHaveAttribute('aria-current', 'true');
  const zoomIn = { name: contestWords['contest.crop.zoomIn.aria'] };
  await page.getByRole('button', zoomIn).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', zoomIn).click();
  const picture = viewer.getByRole('img', { name: /图片2$/ });
  expect((await picture.boundingBox())?.width).toBeGreaterThan(page.viewportSize()?.width ?? 0);
  await expectFit(page, 'a picture in full screen');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('button', zoomIn)).toBeFocused();
});
