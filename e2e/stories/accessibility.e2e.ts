import { expectAccessible } from '../fixtures/axe.ts';
import { doubleTexts } from '../fixtures/double-texts.ts';
import { expectFit, sizes, skins } from '../fixtures/every-skin.ts';
import { findLineFaults, phoneSizes } from '../fixtures/line-faults.ts';
import { plainPages, showPage } from '../fixtures/pages.ts';
import { expect, test } from '../fixtures/story.ts';
import { findUnreachable } from '../fixtures/unreachable.ts';
import { dialogOn, findOption, questionButton, readProblem, toastOn } from '../screen.ts';
import { campaignWords, commonWords } from '../words.ts';

for (const shown of plainPages) {
  test(`the page "${shown.name}": axe finds nothing serious in any skin, no line ends badly, nothing is too wide`, async ({
    page,
    product,
    guard,
  }) => {
    guard.expectFailedLoads(/remoteEntry-/, /\/remotes\.json/);
    await showPage(page, product, shown, 'brand=0');
    await expectFit(page, shown.name);

    const faults: string[] = [];
    for (const [width, height] of phoneSizes) {
      await page.setViewportSize({ width, height });
      faults.push(...(await page.evaluate(findLineFaults)).map((fault) => `at ${width}: ${fault}`));
    }
    expect(faults, 'text that ends with a lone character, phrases that are cut').toEqual([]);

    await page.setViewportSize(sizes[1]);
    await page.evaluate(doubleTexts);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth
        ? [...document.querySelectorAll('main *, header *')]
            .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
            .map((element) => `${element.tagName}.${element.className}`)
            .slice(0, 5)
        : [];
    });
    expect(wide, 'wider than 320 px at twice the text size').toEqual([]);
    for (const size of [...sizes.toReversed(), { width: 844, height: 390 }]) {
      await page.setViewportSize(size);
      // Once the page's width and its header's height are told to its styles.
      await expect
        .poll(() => page.evaluate(findUnreachable), `cut off at ${size.width} px, twice the text size`)
        .toEqual([]);
    }
  });
}

for (const skin of skins.slice(1)) {
  test(`axe finds nothing serious on the pages whose words and pictures are those of skin ${skin}`, async ({
    page,
    product,
  }) => {
    for (const shown of plainPages.filter(({ differsBySkin }) => differsBySkin)) {
      await showPage(page, product, shown, `brand=${skin}`);
      await expect(page.locator('html')).toHaveAttribute('data-skin', String(skin));
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectAccessible(page, `${shown.name}, ${size.width} px`);
      }
    }
  });
}

test('axe finds nothing serious on the dialogs and the empty state', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', households.eligible);
  const { page } = app;
  await app.open('/open');
  await questionButton(page).click();
  await readProblem(page);
  await expectFit(page, 'question');
  await dialogOn(page).locator('label').first().click();
  await expectFit(page, 'question with a choice');
  await page.route('**/activity2023/*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 0, msg: '', data: { correct: true } },
    }),
  );
  await dialogOn(page).getByRole('button', { name: campaignWords['campaign.question.submit'] }).click();
  await expect(dialogOn(page)).toContainText(campaignWords['campaign.question.correct.desc']);
  await expectFit(page, 'coupon');

  const empty = await nativeApp('android', households.withoutFridge);
  await empty.open('/open');
  await expect(empty.page.getByText(commonWords['host.bind.title'])).toBeVisible();
  await expectFit(empty.page, 'no fridge');

  const silent = await nativeApp('ios', households.granted);
  silent.faults.openWebView = 'silent';
  silent.faults.getUserInfo = { code: -1, errMessage: 'TimeOut' };
  await silent.open('/open');
  await questionButton(silent.page).click();
  await expect(silent.page.getByRole('alertdialog')).toBeVisible();
  await expectFit(silent.page, 'timeout popup');
});

test('with the keyboard alone the quiz is answered, the focus kept in the pop-up and given back', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('android', households.eligibleSubBrand);
  const { page } = app;
  await app.open('/open');
  const button = questionButton(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await readProblem(page);
  const focusInDialog = () =>
    page.evaluate(() => document.querySelector('[role="dialog"]')?.contains(document.activeElement) ?? false);
  /** Past the last button comes the browser's own bar, where no element has the focus. */
  const focusBehindDialog = async () =>
    !(await focusInDialog()) && page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(focusInDialog).toBe(true);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await focusBehindDialog()).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Space');
  await readProblem(page);
  const options = dialogOn(page).getByRole('radio');
  const submitByKeyboard = async (which: 'right' | 'wrong') => {
    const place = await findOption(page, which);
    const onOption = () => page.evaluate(() => document.activeElement?.matches('input[type=radio]') ?? false);
    for (let presses = 0; presses < 8 && !(await onOption()); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    for (let steps = 0; steps < 3 && !(await options.nth(place).isChecked()); steps += 1)
      await page.keyboard.press('ArrowDown');
    await expect(options.nth(place)).toBeChecked();
    await page.keyboard.press('Enter');
  };
  await submitByKeyboard('wrong');
  await expect(toastOn(page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
  expect(await focusInDialog()).toBe(true);
  await submitByKeyboard('right');
  await expect(dialogOn(page)).toContainText(campaignWords['campaign.question.correct.desc']);
  expect(await focusInDialog()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('with reduced motion nothing moves', async ({ newContext, product }) => {
  const context = await newContext({ viewport: sizes[0], reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const path of ['/', '/open', '/step', '/draw', '/default', '/share', '/nowhere']) {
    await page.goto(product.hostUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) =>
          effect instanceof KeyframeEffect &&
          Number(effect.getComputedTiming().endTime) > 200 &&
          effect.getKeyframes().some((frame) => 'transform' in frame || 'translate' in frame || 'rotate' in frame)
            ? [`${effect.target?.className} ${effect.getComputedTiming().endTime}`]
            : [],
        ),
    );
    expect(moving, path).toEqual([]);
  }
});

type Shift = {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Runs in the page: notes how far its content moved by itself, and what moved. */
function observeLayoutShift(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { layoutShifts: shifts });
  new PerformanceObserver((list) => {
    // The entries of the type asked for; TypeScript's library doesn't know it.
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName}.${node?.className} ${JSON.stringify([previousRect, currentRect])}`,
      );
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const path of ['/', '/open']) {
  test(`${path} stands still while it loads: its layout shift stays below 0.1`, async ({
    nativeApp,
    households,
    newContext,
    product,
  }) => {
    const app = await nativeApp('ios', households.eligible);
    const plain = await (await newContext({ viewport: sizes[0] })).newPage();
    for (const page of [app.page, plain]) {
      await page.addInitScript(observeLayoutShift);
      await page.goto(product.hostUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('window.layoutShifts');
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.1);
    }
  });
}
