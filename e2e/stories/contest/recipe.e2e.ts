import { openDetail } from '../../contest/detail-answer.ts';
import { makePhotos } from '../../contest/photos.ts';
import { decide, latestWork } from '../../contest/review.ts';
import {
  addPhotosTo,
  addStep,
  allUploaded,
  contentOf,
  editForm,
  picturesOf,
  recipeForm,
  recipeText,
  seeWorks,
  submit,
  titleOf,
  workOn,
} from '../../contest/work-form.ts';
import { createGate } from '../../fixtures/gate.ts';
import { expect, test } from '../../fixtures/story.ts';
import { questionOn, toastOn } from '../../screen.ts';
import { contestWords, drawWords, fill } from '../../words.ts';

test('a recipe with nine photos: submitted, rejected with a reason, mended, approved; it is read by its link and wins a prize', async ({
  nativeApp,
  newContext,
  households,
  product,
}) => {
  test.setTimeout(120_000);
  const household = households.eligibleSubBrand;
  const app = await nativeApp('android', household);
  const { page } = app;
  app.photos = await makePhotos(9);
  /** A review is decided while the app shows something else. */
  const lookAgain = async () => {
    await app.tell({ event: 'pageHide' });
    await app.tell({ event: 'pageShow' });
  };

  await app.open('/works');
  await expect(page.getByRole('heading', { name: contestWords['contest.works.empty.title'] })).toBeVisible();
  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  const form = recipeForm(page);
  const submitRecipe = form.getByRole('button', { name: contestWords['contest.upload.submit'] });
  await submitRecipe.click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.form.titleEmpty.toast']);
  await expect(titleOf(form)).toBeFocused();

  await titleOf(form).fill('番茄牛腩煲 <b>👨‍👩‍👧</b>');
  await contentOf(form).fill(`3 > 2，a<b。${recipeText}`);
  await submitRecipe.click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.form.imagesFew.toast']);
  await addPhotosTo(form);
  await expect(picturesOf(form)).toHaveCount(9);
  await expect(form.locator('[data-field=pictures]')).toHaveCount(0);
  await form.getByText(contestWords['contest.form.cookTime.4']).click();
  await form.locator('[data-field=materials]').fill('牛腩500克、番茄4个');
  await form.locator('[data-field=tips]').fill('趁热吃');
  await allUploaded(form, 9);
  await addStep(page, form, '牛腩切块，冷水下锅');

  // The second tap comes before the answer: after it, it would press what the thanks have in its place.
  const sent: string[] = [];
  const gate = createGate();
  await page.route('**/activity/saveWork', async (route) => {
    sent.push(route.request().url());
    await gate.opened;
    await route.continue();
  });
  await submitRecipe.dblclick();
  gate.open();
  await expect(questionOn(page)).toContainText(contestWords['contest.upload.success.desc']);
  expect(sent).toHaveLength(1);
  await seeWorks(page);
  const card = workOn(page, '番茄牛腩煲 👨‍👩‍👧');
  await expect(card).toContainText(contestWords['contest.status.0']);

  const { id, image } = await latestWork(product, household);
  expect(image).toHaveLength(9);
  await decide(product, 'reject', id, '请补充成品图', '--hold-seconds', '0');
  await lookAgain();
  await expect(card).toContainText(contestWords['contest.status.-1']);
  await expect(card).toContainText(fill(contestWords['contest.status.reason'], { mark: '请补充成品图' }));

  await card.getByRole('link', { name: new RegExp(contestWords['contest.works.edit']) }).click();
  const edit = editForm(page);
  await expect(titleOf(edit)).toHaveValue('番茄牛腩煲 👨‍👩‍👧');
  await expect(contentOf(edit)).toHaveValue(`3 > 2，a<b。${recipeText}`);
  await expect(edit.getByRole('radio', { checked: true })).toHaveAccessibleName(
    contestWords['contest.form.cookTime.4'],
  );
  await expect(edit.locator('[data-field=steps]')).toHaveValue('牛腩切块，冷水下锅');
  await expect(picturesOf(edit)).toHaveCount(9);
  await edit.getByRole('button', { name: fill(contestWords['contest.image.remove.aria'], { i: 9 }) }).click();
  await edit.locator('[data-move=later]').first().click();
  await expect(toastOn(page)).toBeEmpty();
  await titleOf(edit).fill('番茄牛腩');
  await submit(page, edit);
  const mended = workOn(page, '番茄牛腩');
  await expect(mended).toContainText(contestWords['contest.status.0']);
  const after = await latestWork(product, household);
  expect(after).toMatchObject({
    id,
    cookName: '番茄牛腩',
    CookTime: '4',
    materials: '牛腩500克、番茄4个',
    tips: '趁热吃',
    steps: [{ stepDesc: '牛腩切块，冷水下锅' }],
  });
  expect(after.image).toEqual([image[1], image[0], ...image.slice(2, 8)]);

  await decide(product, 'approve', id, '--hold-seconds', '0');
  await lookAgain();
  await expect(mended).toContainText(contestWords['contest.status.1']);
  await expect(mended.getByRole('link', { name: new RegExp(contestWords['contest.works.edit']) })).toHaveCount(0);
  await expect(mended.getByRole('button')).toHaveCount(0);
  await app.open(`/edit?cookId=${id}`);
  await expect(page).toHaveURL(/\/detail\?/);

  const reader = await (await newContext()).newPage();
  const told = JSON.stringify(await openDetail(reader, `${product.hostUrl}/detail?cookId=${id}`));
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('番茄牛腩');
  await expect(reader.getByText('牛腩切块，冷水下锅')).toBeVisible();
  for (const personal of [household.mobile, ...household.fridges.map(({ fridgeId }) => fridgeId)])
    expect(told).not.toContain(personal);

  await decide(product, 'prize', id, '4');
  await app.open('/works');
  await expect(mended).toContainText(contestWords['contest.works.prizeTag']);
  await mended.getByRole('link', { name: contestWords['contest.works.prizeLink'] }).click();
  await expect(page.getByTestId('prize').getByRole('heading')).toHaveText(drawWords['draw.gift.4']);
});
