import { expect, type Locator, type Page } from '@playwright/test';
import type { Screen } from '../fixtures/story.ts';
import { dialogOn } from '../screen.ts';
import { contestWords } from '../words.ts';

/** A recipe's content of sufficient length. */
export const recipeText = '周末想吃点暖胃的，就炖了这锅番茄牛腩。'.repeat(6);

export const recipeForm = (screen: Screen): Locator =>
  screen.getByRole('form', { name: contestWords['contest.upload.tab.recipe'] });
export const shareForm = (screen: Screen): Locator =>
  screen.getByRole('form', { name: contestWords['contest.upload.tab.photo'] });
export const editForm = (screen: Screen): Locator =>
  screen.getByRole('form', { name: contestWords['contest.edit.docTitle'] });

export const titleOf = (form: Locator): Locator => form.getByLabel(contestWords['contest.form.title.label']);
export const contentOf = (form: Locator): Locator => form.locator('[data-field=content]');
export const picturesOf = (form: Locator): Locator => form.locator('[data-picture]');
export const addPhotosTo = (form: Locator): Promise<void> => form.locator('[data-field=pictures]').click();

export async function allUploaded(form: Locator, count: number, timeout = 20_000): Promise<void> {
  await expect(form.locator('[data-stage=uploaded]')).toHaveCount(count, { timeout });
}

/** Adds a step with a photo, cropped a little away from the middle. */
export async function addStep(page: Page, form: Locator, text: string): Promise<void> {
  await form.getByRole('button', { name: contestWords['contest.step.add'], exact: true }).click();
  await expect(form.locator('[data-field=steps]').last()).toBeFocused();
  await page.keyboard.insertText(text);
  await form.getByRole('button', { name: contestWords['contest.step.addImage'] }).click();
  const dialog = dialogOn(page);
  await expect(dialog).toContainText(contestWords['contest.crop.title']);
  await dialog.getByRole('button', { name: contestWords['contest.crop.zoomIn.aria'] }).click();
  await dialog.getByRole('button', { name: contestWords['contest.crop.left.aria'] }).click();
  await dialog.getByRole('button', { name: contestWords['contest.crop.done'] }).click();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByRole('img', { name: /^步骤/ })).toBeVisible();
  await expect(form.getByText(contestWords['contest.image.uploading'])).toHaveCount(0);
}

/** Submits what is complete, and goes on to the works. */
export async function submit(page: Page, form: Locator): Promise<void> {
  await form
    .getByRole('button', {
      name: new RegExp(`${contestWords['contest.upload.submit']}|${contestWords['contest.edit.submit']}`),
    })
    .click();
  await seeWorks(page);
}

/** From the thanks to the works. */
export async function seeWorks(page: Page): Promise<void> {
  await page.getByRole('button', { name: contestWords['contest.upload.success.button'] }).click();
  await expect(page).toHaveURL(/\/works/);
}

export const workOn = (screen: Screen, name: string): Locator => screen.getByTestId('work').filter({ hasText: name });
