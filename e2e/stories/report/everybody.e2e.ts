import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/story.ts';
import { browserReportPath } from '../../product/report-links.ts';
import {
  distanceFromPlace,
  enter,
  enterInVain,
  goTo,
  kindsOn,
  landingButton,
  noticeOn,
  shareButton,
  slideOn,
} from '../../report/story.ts';
import { toastOn } from '../../screen.ts';
import { commonWords, fill, reportWords } from '../../words.ts';

/** What screen readers find, in order: the browser's own accessibility tree, from which inert parts are missing. */
async function heard(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const told = new Set(['heading', 'button', 'image', 'list', 'table', 'region', 'StaticText']);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (id: string): string[] => {
    const node = byId.get(id);
    if (!node) return [];
    const own = !node.ignored && told.has(String(node.role?.value)) ? [String(node.name?.value ?? '')] : [];
    return [...own, ...(node.childIds ?? []).flatMap(read)];
  };
  return read(nodes[0]?.nodeId ?? '').filter((text) => text.trim() !== '');
}

test('with the keyboard alone the report is entered, read slide by slide and shared', async ({
  page,
  context,
  households,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await expect(landingButton(page)).toBeVisible();
  for (
    let presses = 0;
    presses < 6 && !(await landingButton(page).evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(slideOn(page)).toBeVisible({ timeout: 20_000 });
  const kinds = await kindsOn(page);
  await expect(
    page.getByRole('region', { name: fill(reportWords['report.slides.aria'], { n: kinds.length }) }),
  ).toBeFocused();
  for (const kind of kinds.slice(1)) {
    await page.keyboard.press('ArrowDown');
    await expect(slideOn(page)).toHaveAttribute('data-kind', kind);
  }
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: reportWords['report.last.aria'] })).toBeAttached();

  for (
    let presses = 0;
    presses < 8 && !(await shareButton(page).evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await expect(shareButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(noticeOn(page)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'end');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    // Past its last button it is in the browser's own bar: nothing of the page behind.
    await expect(page.locator('body > :not(dialog) :focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(shareButton(page)).toBeFocused();
  await page.keyboard.press('Space');
  await noticeOn(page).getByRole('button', { name: reportWords['report.notice.button'] }).focus();
  await page.keyboard.press('Enter');
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLink.toast']);
  await expect(noticeOn(page)).toHaveCount(0);
  await page.keyboard.press('Home');
  await expect(slideOn(page)).toHaveAttribute('data-kind', 'register');
});

test('a screen reader finds one slide at a time, its place, its title, its words and its chart as a table', async ({
  page,
  households,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await enter(page);
  const count = (await kindsOn(page)).length;
  const door = await goTo(page, 'door');
  await expect(
    page.getByRole('status').filter({ hasText: fill(reportWords['report.slide.aria'], { i: 5, n: count }) }),
  ).toBeAttached();
  expect(await door.evaluate((slide) => slide.hasAttribute('inert'))).toBe(false);
  await expect(page.locator('[data-kind]:not([inert])')).toHaveCount(1);
  const order = await heard(page);
  const at = (text: string) =>
    Math.max(
      order.indexOf(text),
      order.findIndex((told) => told.startsWith(text)),
    );
  const inOrder = [
    fill(reportWords['report.slide.aria'], { i: 5, n: count }),
    reportWords['report.door.title'],
    fill(reportWords['report.door.alt'], { items: '早晨820次、中午956次、晚上1510次' }),
    reportWords['report.door.head.name'],
    reportWords['report.music.on.aria'],
    reportWords['report.prev.aria'],
    reportWords['report.next.aria'],
  ].map(at);
  expect(
    inOrder.every((place) => place >= 0),
    order.join(' | '),
  ).toBe(true);
  expect(inOrder).toEqual(inOrder.toSorted((left, right) => left - right));
  for (const other of ['report.open.title', 'report.favTime.title', 'report.thanks.title', 'report.end.title'] as const)
    expect(at(reportWords[other])).toBe(-1);
});

test('with reduced motion every slide stands still at once', async ({ newContext, households, product }) => {
  const page = await (await newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })).newPage();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) =>
          effect instanceof KeyframeEffect &&
          Number(effect.getComputedTiming().endTime) > 200 &&
          effect.getKeyframes().some((frame) => 'transform' in frame || 'translate' in frame || 'rotate' in frame)
            ? [String(effect.target?.getAttribute('class'))]
            : [],
        ),
    );
  await expect(landingButton(page)).toBeVisible();
  expect(await moving(), 'landing').toEqual([]);
  await enter(page);
  for (const kind of await kindsOn(page)) {
    await expect(slideOn(page)).toHaveAttribute('data-kind', kind);
    expect(await moving(), kind).toEqual([]);
    const seen = await slideOn(page).evaluate((slide) => ({
      faint: [...slide.querySelectorAll('*')].filter((part) => getComputedStyle(part).opacity === '0').length,
    }));
    expect(seen, kind).toEqual({ faint: 0 });
    expect(await slideOn(page).evaluate(distanceFromPlace), kind).toBe(0);
    await page.keyboard.press('ArrowDown');
  }
});

test('axe finds nothing serious on any slide, on the notice, the poster and without data, in no skin', async ({
  newContext,
  nativeApp,
  households,
  product,
}) => {
  test.setTimeout(120_000);
  for (const brand of ['0', '1', '2']) {
    const page = await (await newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })).newPage();
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible, { brand })));
    await enter(page);
    // The words and colours differ by skin, the structure doesn't: every slide once, and those of most kinds of parts
    // thrice.
    for (const kind of brand === '0' ? await kindsOn(page) : ['open', 'earliest', 'func', 'keyword', 'end']) {
      await goTo(page, kind);
      await expectAccessible(page, `${kind}, brand ${brand}`);
    }
    await page.getByRole('button', { name: reportWords['report.end.notice.aria'] }).click();
    await expectAccessible(page, `notice, brand ${brand}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: reportWords['report.poster.alt'] }).click();
    await expectAccessible(page, `poster, brand ${brand}`);
  }
  const { page, ...app } = await nativeApp('ios', households.eligibleSubBrand);
  await app.open('/yearReport');
  await enterInVain(page, reportWords['report.noData.title']);
  await expectAccessible(page, 'no data');
});
