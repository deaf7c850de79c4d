import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { answer, dialogOn, option, questionButton, readProblem, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, drawWords, hostWords } from '../words.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const;

async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return box;
}

for (const size of sizes) {
  test(`the message after a wrong answer covers neither the question nor its options at ${size.width} px`, async ({
    nativeApp,
    households,
  }) => {
    const { page, open } = await nativeApp('ios', households.eligible);
    await page.setViewportSize(size);
    await open('/open');
    await questionButton(page).click();
    await readProblem(page);
    await answer(page, 'wrong');
    const toast = toastOn(page).locator('span').first();
    await expect(toast).toHaveText(campaignWords['campaign.question.wrong.toast']);
    await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const { y, height } = await boxOf(toast);
    const problem = await boxOf(dialogOn(page).getByRole('heading', { level: 3 }));
    expect(y + height).toBeLessThan(problem.y);
    const title = await boxOf(dialogOn(page).getByRole('heading', { level: 2 }));
    expect(y + height, "the pop-up's own title").toBeLessThan(title.y);
    await expect(dialogOn(page).getByText(campaignWords['campaign.question.option.missed'])).toBeVisible();
  });
}

/** Runs in the page: how many letters of a name a select has room for. They are as wide as they are high. */
function roomInLetters(select: HTMLElement): number {
  const { paddingLeft, paddingRight, fontSize } = getComputedStyle(select);
  return (
    (select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)) /
    Number.parseFloat(fontSize)
  );
}

test('the address form stands whole above the fold, its region in one row', async ({ nativeApp, households }) => {
  const { page, open } = await nativeApp('ios', households.eligible);
  await open('/prize');
  await page.getByRole('button', { name: drawWords['draw.prize.fillAddress'] }).first().click();
  const save = page.getByRole('button', { name: drawWords['draw.address.submit'] });
  await expect(save).toBeInViewport({ ratio: 1 });
  const rows = async () =>
    new Set(
      await Promise.all(
        (await page.locator('fieldset select').all()).map(async (select) => Math.round((await boxOf(select)).y)),
      ),
    ).size;
  expect(await rows()).toBe(1);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await rows()).toBe(1);
  for (const select of await page.locator('fieldset select').all())
    expect(await select.evaluate(roomInLetters)).toBeGreaterThanOrEqual('江苏省'.length);
  await page.locator('fieldset').evaluate((group) => void (group.style.fontSize = '32px'));
  expect(await rows()).toBe(3);
});

/** Lightness of one spot as it is painted, 0 to 255. */
async function lightnessAt(page: Page, x: number, y: number): Promise<number> {
  const picture = await page.screenshot({ clip: { x, y, width: 1, height: 1 }, animations: 'disabled' });
  const { channels } = await sharp(picture).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
}

test("the guide's bar has a solid edge, and on low screens ends the page", async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${product.hostUrl}/open`);
  await expect(page.locator('#first-screen')).toHaveCount(0);
  const top = (await boxOf(questionButton(page))).y - 12;
  // In the page's margin, where no letters are: light ground above the curve, night below it.
  expect(await lightnessAt(page, 4, top - 30)).toBeGreaterThan(200);
  expect(await lightnessAt(page, 4, top - 2)).toBeLessThan(70);
  await page.setViewportSize({ width: 320, height: 568 });
  expect((await boxOf(questionButton(page))).y).toBeGreaterThan(568);
});

test('on a state page the floor begins at the feet and not behind the fridge', async ({ page, product }) => {
  for (const size of [...sizes, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    await page.goto(`${product.hostUrl}/nowhere`);
    await expect(page.getByRole('heading', { name: hostWords['host.notFound.title'] })).toBeVisible();
    const fridge = await boxOf(page.locator('main svg').first());
    const floor = await page
      .locator('main section > div')
      .filter({ has: page.locator('svg') })
      .first()
      .evaluate((scene) => {
        const { top } = scene.getBoundingClientRect();
        return top + Number.parseFloat(getComputedStyle(scene, '::after').top);
      });
    const feet = fridge.y + (fridge.height * 308) / 330;
    expect(Math.abs(floor - feet), `${size.width} px`).toBeLessThan(fridge.height * 0.02);
  }
});

test('every option can be taken after a wrong one, the wrong one too', async ({ nativeApp, households }) => {
  const { page, open } = await nativeApp('android', households.eligibleSubBrand);
  await open('/open');
  await questionButton(page).click();
  await readProblem(page);
  await answer(page, 'wrong');
  await expect(dialogOn(page).getByRole('radio', { name: /刚才选错了/ })).toHaveCount(1);
  for (const index of [0, 1, 2]) {
    await option(page, index).click();
    await expect(dialogOn(page).getByRole('radio').nth(index)).toBeChecked();
  }
});
