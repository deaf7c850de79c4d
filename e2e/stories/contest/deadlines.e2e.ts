import type { Page } from '@playwright/test';
import { clockHeaders } from '@fridge/shared-contracts/page';
import { contestCalls, contestTerms, photoShareFields } from '@fridge/shared-contracts/activities/contest';
import { draftKept } from '../../contest/kept-draft.ts';
import { makePhotos } from '../../contest/photos.ts';
import { latestWork, worksOf } from '../../contest/review.ts';
import { addPhotosTo, allUploaded, contentOf, editForm, shareForm, submit, workOn } from '../../contest/work-form.ts';
import { callAs } from '../../draw/call-as.ts';
import { letDaysPass, letTimePassBy, movableClock } from '../../product/moved-clock.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Product } from '../../product/run-product.ts';
import { changeSettings } from '../../product/guest.ts';
import { questionOn, toastOn } from '../../screen.ts';
import { contestWords, serverWords } from '../../words.ts';

test.use(movableClock);
test.describe.configure({ mode: 'default' });

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const COLLECTION_MS = contestTerms.collectionEndsDaysBefore * DAY_MS;

/**
 * Ends the contest so many milliseconds of business time from now. @returns the moment, business time; its second
 * belongs to the contest
 */
async function endContest(product: Product, inMs: number): Promise<number> {
  const end = Math.ceil(((await businessTime(product)) + inMs) / 1_000) * 1_000;
  await changeSettings(product, {
    windows: { contest: { start: null, end: new Date(end).toISOString().replace('.000Z', 'Z') } },
  });
  return end;
}

async function businessTime({ apiUrl }: Product): Promise<number> {
  const { headers } = await fetch(`${apiUrl}/health`);
  return Number(headers.get(clockHeaders.business));
}

/** Lets time pass until a moment is over: the product's, and the page's. */
async function letPass(product: Product, page: Page, moment: number): Promise<void> {
  const ms = moment + 2_000 - (await businessTime(product));
  await letTimePassBy(product, ms);
  await page.clock.fastForward(ms);
}

test('photos that the server has swept meanwhile are sent again, and the draft is submitted', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.granted;
  const app = await nativeApp('android', household);
  const { page } = app;
  page.on('dialog', (dialog) => void dialog.accept());
  app.photos = await makePhotos(2);
  const addresses: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/activity/uploadWork')) return;
    const { data } = await response.json();
    if (data !== null) addresses.push(data.imgUrl); // else refused for the page's clock, and signed again
  });
  const openShare = async () => {
    await app.open('/upload');
    await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  };
  await openShare();
  const form = shareForm(page);
  await contentOf(form).fill('隔天再交');
  await addPhotosTo(form);
  await allUploaded(form, 2);
  await draftKept(page, { texts: ['隔天再交'], pictures: 2, uploads: 2 });

  await letDaysPass(product, 1.1);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) await expect.poll(async () => (await fetch(address)).status).toBe(404);

  // The device doesn't know that a day has gone by.
  await openShare();
  await expect(contentOf(form)).toHaveValue('隔天再交');
  await allUploaded(form, 2);
  await form.getByRole('button', { name: contestWords['contest.upload.submit'] }).click();
  await expect(toastOn(page)).toHaveText(serverWords['server.work.pictureGone']);
  await expect.poll(() => addresses.length).toBe(4);
  await allUploaded(form, 2);
  await submit(page, form);
  await expect(workOn(page, '隔天再交')).toBeVisible();
  const { image } = await latestWork(product, household);
  for (const address of image) expect((await fetch(address)).status).toBe(200);
});

test("works are taken until 5 days before the end and mended until the end, by the server's clock", async ({
  nativeApp,
  listedHouseholds,
  product,
}) => {
  const household = listedHouseholds.eligible;
  const app = await nativeApp('ios', household);
  const { page } = app;
  app.photos = await makePhotos(1);
  await page.clock.install({ time: new Date('2030-01-01T00:00:00+08:00') });

  const firstEnd = await endContest(product, COLLECTION_MS + HOUR_MS);
  await app.open('/upload');
  await page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  const form = shareForm(page);
  await addPhotosTo(form);
  await contentOf(form).fill('最后一刻');
  await allUploaded(form, 1);
  const before = await worksOf(product, household);
  await letPass(product, page, firstEnd - COLLECTION_MS);
  await form.getByRole('button', { name: contestWords['contest.upload.submit'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.entry.collectEnded.toast']);
  await expect(contentOf(form)).toHaveValue('最后一刻');
  const [fridge] = household.fridges;
  const share = {
    fridgeId: fridge?.fridgeId ?? '',
    ...photoShareFields({ images: before[0]?.image ?? [], desc: '最后一刻', phone: household.mobile }),
  };
  const late = await callAs(product, household, contestCalls.submitEntries, share);
  expect(late.code).not.toBe(0);
  expect(late.msg).toBe(serverWords['server.work.closed']);
  expect(await worksOf(product, household)).toEqual(before);

  const waiting = before.find(({ status }) => status === 0);
  if (!waiting) throw new Error('The household shows no work that waits.');
  const end = await endContest(product, HOUR_MS);
  await app.open(`/edit?cookId=${waiting.id}`);
  await contentOf(editForm(page)).fill('结束前改好了');
  await editForm(page).getByRole('button', { name: contestWords['contest.edit.submit'] }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.edit.success.button'] }).click();
  await expect(workOn(page, '结束前改好了')).toBeVisible();
  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.entry.collectEnded.toast']);

  await app.open(`/edit?cookId=${waiting.id}`);
  await contentOf(editForm(page)).fill('结束后再改');
  await letPass(product, page, end);
  await editForm(page).getByRole('button', { name: contestWords['contest.edit.submit'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.entry.notValid.toast']);
  const refused = await callAs(product, household, contestCalls.updateWork, { id: waiting.id, ...share });
  expect(refused.code).not.toBe(0);

  page.on('dialog', (dialog) => void dialog.accept());
  await app.open('/works?eTime=2099-01-01');
  await expect(page.getByText(contestWords['contest.entry.ended'])).toBeVisible();
  const card = workOn(page, '结束前改好了');
  await expect(card.getByRole('link', { name: new RegExp(contestWords['contest.works.edit']) })).toHaveCount(0);
  await page.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await expect(toastOn(page)).toHaveText(contestWords['contest.entry.notValid.toast']);
  // What waits may still be taken back.
  await card.getByRole('button', { name: new RegExp(contestWords['contest.works.delete']) }).click();
  await questionOn(page).getByRole('button', { name: contestWords['contest.detail.delete.confirm'] }).click();
  await expect(card).toHaveCount(0);
  expect(await latestWork(product, household)).not.toMatchObject({ id: waiting.id });
});
