import type { Page } from '@playwright/test';
import { makePhotos } from '../../contest/photos.ts';
import { worksOf } from '../../contest/review.ts';
import { addPhotosTo, addStep, allUploaded, recipeForm, shareForm, titleOf } from '../../contest/work-form.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/story.ts';
import { dialogOn, questionOn } from '../../screen.ts';
import { commonWords, contestWords, fill, hostWords } from '../../words.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const;

/** Nothing serious by axe, and nothing wider than the screen, at either size. */
async function expectFit(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, `${what}, ${size.width} px`);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth;
    });
    expect(wide, `${what} is wider than ${size.width} px`).toBe(false);
  }
}

for (const skin of [0, 1, 2]) {
  test(`every page, dialog and state of the contest in skin ${skin}: axe finds nothing serious, nothing scrolls sideways`, async ({ nativeApp, listedHouseholds, households, product }) => {
    test.setTimeout(120_000);
    const author = listedHouseholds.eligible;
    const app = await nativeApp('ios', author);
    const { page } = app;
    app.photos = await makePhotos(3);
    const open = (path: string) => app.open(`${path}${path.includes('?') ? '&' : '?'}brand=${skin}`);
    const rejected = (await worksOf(product, author)).find(({ status }) => status === -1);

    await open('/works');
    await expect(page.locator('html')).toHaveAttribute('data-skin', String(skin));
    await expect(page.getByTestId('work')).toHaveCount(3);
    await expectFit(page, 'works');
    await page.getByRole('button', { name: new RegExp(`^${contestWords['contest.works.delete']}`) }).first().click();
    await expect(questionOn(page)).toBeVisible();
    await expectFit(page, 'delete');
    await open(`/detail?cookId=${rejected?.id ?? ''}`);
    await expect(page.getByTestId('detail')).toBeVisible();
    await expectFit(page, 'a rejected work');
    await open(`/edit?cookId=${rejected?.id ?? ''}`);
    await expect(page.locator('[data-field=title]')).toBeVisible();
    await expectFit(page, 'edit');

    await open('/upload');
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
    await bound.open(`/upload?brand=${skin}`);
    await expect(bound.page.getByText(commonWords['host.bind.title'])).toBeVisible();
    await expectFit(bound.page, 'no fridge');
  });
}

test("a work's pictures can be looked at by keys where the carousel's code doesn't come", async ({ page, product, guard }) => {
  guard.expect(/Failed to load resource/, /Federation Runtime/);
  await page.route(/\/swipe-[^/]+\.js/, (route) => route.abort('connectionrefused'));
  await page.goto(`${product.hostUrl}/detail`);
  await expect(page.getByTestId('detail')).toBeVisible();
  await expectFit(page, 'pictures that scroll by themselves');
  await expect(page.getByRole('button', { name: contestWords['contest.crop.zoomIn.aria'] })).toHaveCount(0);
  await page.getByRole('button', { name: commonWords['common.carousel.next.aria'] }).click();
  await expect(page.getByRole('button', { name: fill(commonWords['common.carousel.dot.aria'], { i: 2 }) })).toHaveAttribute('aria-current', 'true');
});
