import { expect, type Locator, type Page } from '@playwright/test';
import type { Screen } from '../fixtures/story.ts';
import { commonWords, fill, hostWords, reportWords } from '../words.ts';

/** The landing's button, whatever the skin and the context make of it. */
export const landingButton = (screen: Screen): Locator =>
  screen.getByRole('button', {
    name: new RegExp(`^(${reportWords['report.landing.enter']}|${reportWords['report.landing.startMemories']})$`),
  });

/** The slide in front. */
export const slideOn = (screen: Screen): Locator => screen.locator('[data-active=true]');

/** Every slide, in order, by its kind. */
export const kindsOn = (screen: Screen): Promise<string[]> =>
  screen.locator('[data-kind]').evaluateAll((pages) => pages.map((page) => page.getAttribute('data-kind') ?? ''));

/** From the landing to the first slide, once loading is done. */
export async function enter(screen: Screen): Promise<void> {
  await pressLanding(screen);
  await expect(slideOn(screen)).toBeVisible({ timeout: 20_000 });
}

/** What stands on a page that shows no slides in their stead. */
export async function enterInVain(screen: Screen, sees: string): Promise<void> {
  await pressLanding(screen);
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(sees, { timeout: 20_000 });
  await expect(slideOn(screen)).toHaveCount(0);
}

/** The progress grows by chance: here by the largest steps it may take, which saves every story a second or two. */
export async function pressLanding(screen: Screen): Promise<void> {
  await landingButton(screen).evaluate(() => {
    Math.random = () => 0.999;
  });
  await landingButton(screen).click();
}

export type Size = { width: number; height: number };

/**
 * Turns through the story at every size.
 * @param look finds what is wrong with the slide in front, once it stands still
 * @returns what was found, each with its slide and size
 */
export async function lookAtAll(
  page: Page,
  sizes: readonly Size[],
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.keyboard.press('Home');
    for (const kind of await kindsOn(page)) {
      await expect(slideOn(page)).toHaveAttribute('data-kind', kind);
      await expect.poll(() => slideOn(page).evaluate(distanceFromPlace)).toBe(0);
      for (const what of await look(page)) wrong.push(`${kind} at ${size.width}x${size.height}: ${what}`);
      await page.keyboard.press('ArrowDown');
    }
  }
  return wrong;
}

/** Of a page of the story from where it stands at rest, below the header. */
export const distanceFromPlace = (page: Element): number =>
  Math.abs(
    Math.round(page.getBoundingClientRect().top - (page.closest('[tabindex]')?.getBoundingClientRect().top ?? NaN)),
  );

/** Goes to a slide by its dot, as a finger or a pointer would, past none of the others. */
export async function goTo(screen: Screen, kind: string): Promise<Locator> {
  const at = (await kindsOn(screen)).indexOf(kind);
  expect(at, `the story has a slide "${kind}"`).toBeGreaterThanOrEqual(0);
  await screen.getByRole('button', { name: fill(reportWords['report.goto.aria'], { i: at + 1 }), exact: true }).click();
  await expect(slideOn(screen)).toHaveAttribute('data-kind', kind);
  return slideOn(screen);
}

const fingerAt = (y: number) => [{ x: 180, y }];

/** A finger that goes up the screen. */
export async function swipeUp(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingerAt(620) });
  for (let y = 600; y >= 380; y -= 20)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingerAt(y) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

export const shareButton = (screen: Screen): Locator =>
  screen.getByRole('button', { name: reportWords['report.end.share'], exact: true });
export const headerShare = (screen: Screen): Locator =>
  screen.getByRole('button', { name: hostWords['host.header.share.aria'], exact: true });
export const noticeOn = (screen: Screen): Locator =>
  screen.getByRole('dialog', { name: reportWords['report.notice.title'] });
export const agree = (screen: Screen): Promise<void> =>
  noticeOn(screen).getByRole('button', { name: reportWords['report.notice.button'] }).click();
export const retryButton = (screen: Screen): Locator =>
  screen.getByRole('button', { name: commonWords['common.retry'], exact: true });

/** The types that a page recorded with `annualRecord`, in order. */
export function recordTypes(page: Page): string[] {
  const types: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/annualRecord'))
      types.push(new URLSearchParams(request.postData() ?? '').get('type') ?? '');
  });
  return types;
}

/** A phone that reads in WeChat. */
export const weChatAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.40(0x18002831) NetType/WIFI Language/zh_CN';
