import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import type { Page } from '@playwright/test';
import { formatCopy } from '@fridge/shared-contracts';
import { askAs } from '../../draw/call-as.ts';
import { earnDraws } from '../../draw/chances.ts';
import { onlyDraw } from '../../draw/operator.ts';
import { drawPastThePage } from '../../draw/replay.ts';
import { drawWithId } from '../../draw/request-id.ts';
import {
  busyButton,
  closeDialog,
  drawnRotation,
  earnButton,
  isDraw,
  recordDraws,
  resultOn,
  seesRemaining,
  spin,
  spinButton,
  underThePointer,
} from '../../draw/wheel.ts';
import { expectFit } from '../../fixtures/every-skin.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Household } from '../../households.ts';
import type { Product } from '../../product/run-product.ts';
import { dialogOn, toastOn } from '../../screen.ts';
import { drawWords, fill } from '../../words.ts';

/** What screen readers hear on the wheel's page, in order; a dialog that opens must not silence it. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await expect(page.locator('#first-screen')).toHaveCount(0);
  await page.locator('#root main [aria-live=polite]').evaluate((region) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => page.evaluate<string[]>('window.heard');
}

/** Goes on with the key until what has the focus is named so. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return (
        element?.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.labels?.[0]?.textContent
          : element?.textContent) ??
        ''
      );
    });
  for (let presses = 0; presses < 20 && !(await focused()).startsWith(name); presses += 1)
    await page.keyboard.press('Tab');
  expect(await focused()).toContain(name);
}

test('with the keyboard and a screen reader a prize is won and its address given', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.eligibleSubBrand;
  await earnDraws(product, household);
  await onlyDraw(product, 2);
  const app = await nativeApp('android', household);
  const { page } = app;
  await app.open('/draw');
  await expect(page.getByRole('img', { name: /^抽奖转盘/ })).toHaveAccessibleName(
    fill(drawWords['draw.wheel.aria'], {
      items: ([1, 6, 2, 'none', 3, 5, 4, 'none'] as const).map((gift) => drawWords[`draw.gift.${gift}`]).join('、'),
    }),
  );
  const heard = await listen(page);
  await tabTo(page, drawWords['draw.wheel.spin']);
  await page.keyboard.press('Enter');
  await expect(busyButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(resultOn(page)).toBeVisible();
  await expect.poll(heard).toEqual([
    drawWords['draw.wheel.spinStart.aria'],
    fill(drawWords['draw.wheel.resultWin.aria'], {
      level: formatCopy['fmt.level.2'],
      giftName: drawWords['draw.gift.2'],
    }),
  ]);
  await expect(
    page.locator('main [aria-live=polite]').locator('xpath=ancestor-or-self::*[@aria-hidden="true"]'),
  ).toHaveCount(0);
  expect(await dialogOn(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true); // the page is inert

  const focusInDialog = () => dialogOn(page).evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(focusInDialog).toBe(true);
  await page.keyboard.press('Shift+Tab');
  // Or in the browser's own bar: never on the page behind.
  expect(
    await dialogOn(page).evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true);
  await tabTo(page, drawWords['draw.result.physical.button']);
  await page.keyboard.press('Enter');

  await expect(page).toHaveTitle(drawWords['draw.address.docTitle']);
  await expect(page.getByLabel(drawWords['draw.address.name.label'])).toBeVisible();
  await tabTo(page, drawWords['draw.address.name.label']);
  await page.keyboard.type('林晓');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(drawWords['draw.address.phone.label'])).toBeFocused();
  for (const field of ['province', 'city', 'district'] as const) {
    await tabTo(page, drawWords[`draw.address.${field}.ph`]);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel(drawWords[`draw.address.${field}.ph`])).not.toHaveValue('');
  }
  await tabTo(page, drawWords['draw.address.address.label']);
  await page.keyboard.type('1号');
  await tabTo(page, drawWords['draw.address.submit']);
  await page.keyboard.press('Enter');
  await expect(toastOn(page)).toHaveText(drawWords['draw.address.ok.toast']);
  await expect(page).toHaveTitle(drawWords['draw.prize.docTitle']);
  await expect(page.getByTestId('prize').first()).toContainText('林晓');
});

test('Escape closes the result and gives the focus back to the button', async ({ nativeApp, households, product }) => {
  await onlyDraw(product, 0);
  await earnDraws(product, households.eligibleSubBrand);
  const app = await nativeApp('ios', households.eligibleSubBrand);
  const { page } = app;
  await app.open('/draw');
  const heard = await listen(page);
  await spin(page);
  await expect.poll(heard).toEqual([drawWords['draw.wheel.spinStart.aria'], drawWords['draw.wheel.resultNone.aria']]);
  await closeDialog(page);
  await expect(spinButton(page)).toBeFocused();
});

test('with reduced motion the wheel does not turn, is locked as long, and gives the same result', async ({
  nativeApp,
  households,
  product,
}) => {
  const household = households.outsideJiangsu;
  await earnDraws(product, household);
  await onlyDraw(product, 5);
  const app = await nativeApp('ios', household);
  const { page } = app;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const ids = recordDraws(page);
  await app.open('/draw');
  await seesRemaining(page, 2);
  await page.evaluate(() => {
    const disc = document.querySelector('[data-testid=wheel-disc]');
    const drawn = new Set<string>();
    Object.assign(window, { drawn });
    const note = () => {
      if (!disc) return;
      drawn.add(getComputedStyle(disc).transform);
      requestAnimationFrame(note);
    };
    note();
  });
  const answered = page.waitForResponse((response) => isDraw(response.request()));
  await spinButton(page).click();
  await answered;
  await expect(busyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(dialogOn(page)).toHaveCount(0);
  await busyButton(page).click({ force: true });
  await expect(resultOn(page)).toContainText(drawWords['draw.gift.5']);
  expect(ids).toHaveLength(1);
  // At rest before, at rest on the prize after, and nothing in between.
  expect(await page.evaluate<number>('window.drawn.size')).toBe(2);
  await closeDialog(page);
  expect(await underThePointer(page)).toEqual({ segment: 5, label: drawWords['draw.gift.5'] });
  expect(await drawnRotation(page)).not.toBe(0);
  await seesRemaining(page, 1);
});

/** One draw of each kind: sent again, each shows its dialog and costs nothing. */
async function drawEachKind(product: Product, household: Household) {
  await earnDraws(product, household);
  const drawn = [];
  for (const [level, words] of [
    [1, drawWords['draw.result.physical.hint']],
    [3, drawWords['draw.result.virtual.hint']],
    [0, drawWords['draw.result.none.desc']],
  ] as const) {
    drawn.push({ id: await drawPastThePage(product, household, level), words });
  }
  return drawn;
}

test("axe finds nothing serious on the draw's pages and dialogs, in no skin, at either size", async ({
  nativeApp,
  households,
  product,
}) => {
  test.setTimeout(120_000);
  const household = households.eligible;
  const draws = await drawEachKind(product, household);
  const app = await nativeApp('ios', household);
  const { page } = app;
  await app.open('/draw/rule');
  await expect(page.locator('#main')).toContainText(drawWords['draw.gift.1']);
  await expectFit(page, 'rules');
  await app.open('/prize');
  await expect(page.getByTestId('prize').first()).toBeVisible();
  await expectFit(page, 'prizes');
  const shipped = (await askAs(product, household, drawCalls.getMyGiftList, {})).find(({ isVirtual }) => !isVirtual);
  await app.open(`/address?id=${shipped?.id}`);
  await expect(page.getByLabel(drawWords['draw.address.name.label'])).toBeVisible();
  await expectFit(page, 'address');
  await page.getByRole('button', { name: drawWords['draw.address.submit'] }).click();
  await expect(toastOn(page)).toHaveText(drawWords['draw.address.nameEmpty.toast']);
  await expectFit(page, 'address with a fault');

  await app.open('/draw');
  for (const { id, words } of draws) {
    await expect(spinButton(page)).toBeVisible();
    await drawWithId(page, id);
    await spin(page);
    await expect(dialogOn(page)).toContainText(words);
    await expect(page.getByTestId('draw-moment')).toHaveCount(0);
    await expectFit(page, words);
    await closeDialog(page);
  }
  await expectFit(page, 'wheel');

  const without = await nativeApp('android', households.granted);
  await without.open('/draw');
  await seesRemaining(without.page, 0);
  await expectFit(without.page, 'no chance left');
  await earnButton(without.page).click();
  await expect(dialogOn(without.page)).toContainText(drawWords['draw.earn.campaign.title']);
  await expectFit(without.page, 'ways to more draws');
});
