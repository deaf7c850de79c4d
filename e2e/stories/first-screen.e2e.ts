import type { Page } from '@playwright/test';
import { doubleTexts } from '../fixtures/double-texts.ts';
import { watchFailures } from '../fixtures/changed-bytes.ts';
import { createGate } from '../fixtures/gate.ts';
import { installClock } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, commonWords, drawWords, fill, hostWords } from '../words.ts';

const isScript = (url: URL) => url.pathname.endsWith('.js');
const message = (page: Page) => page.getByRole('alert').filter({ hasText: hostWords['host.remote.failed.title'] });
const markup = (page: Page) => page.locator('#first-screen');
const SPIN = '[data-action="draw.wheel.spin"]';

/** Holds every script until the story lets them through: the page has its markup alone. */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = createGate();
  await page.route(isScript, async (route) => {
    await gate.opened;
    await route.continue();
  });
  return gate.open;
}

type Seen = { shift: number; clicks: number };

/**
 * Of the page, from its start: how far things moved by themselves, and how often a button of the live screen was
 * clicked.
 */
async function watchPage(page: Page, selector = SPIN): Promise<() => Promise<Seen>> {
  await page.addInitScript((button) => {
    const seen = { shift: 0, clicks: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    const count = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`#root ${button}`)) seen.clicks += 1;
    };
    document.addEventListener('click', count, true);
    Object.assign(window, { seenByStory: seen });
  }, selector);
  return () => page.evaluate(() => Reflect.get(window, 'seenByStory') as Seen);
}

for (const path of [
  '/',
  '/open',
  '/step',
  '/rule',
  '/draw',
  '/draw/rule',
  '/prize',
  '/works',
  '/works/rule',
  '/upload',
  '/yearReport',
  '/default',
  '/share',
  '/disconnected',
  '/nowhere',
]) {
  test(`${path} is there before any code, and nothing moves when it comes to life`, async ({ page, product }) => {
    const seen = await watchPage(page);
    const failures = watchFailures(page);
    const letThrough = await holdScripts(page);
    await page.goto(product.hostUrl + path, { waitUntil: 'commit' });
    await expect(markup(page).getByRole('banner')).toBeVisible();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    letThrough();
    await expect(markup(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeVisible();
    expect((await seen()).shift).toBe(0);
    expect(await failures.read()).toEqual([]);
  });
}

test('a tap in any of the first frames is carried out once', async ({ page, product }) => {
  const seen = await watchPage(page);
  await page.addInitScript((button) => {
    const frame = Number(new URLSearchParams(location.search).get('frame'));
    let passed = 0;
    const tap = () => {
      const first = document.querySelector<HTMLElement>(`#first-screen ${button}`);
      const shown = first ?? document.querySelector<HTMLElement>(`#root ${button}`);
      if (shown === null || passed < frame) {
        if (shown !== null) passed += 1;
        requestAnimationFrame(tap);
        return;
      }
      shown.click();
      setTimeout(() => document.querySelector<HTMLElement>(`#first-screen ${button}, #root ${button}`)?.click(), 120);
    };
    requestAnimationFrame(tap);
  }, SPIN);
  for (let frame = 0; frame < 20; frame += 1) {
    await page.goto(`${product.hostUrl}/draw?frame=${frame}`);
    await expect(markup(page)).toHaveCount(0);
    await expect.poll(async () => (await seen()).clicks, `frame ${frame}`).toBe(1);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect((await seen()).clicks, `frame ${frame}`).toBe(1);
  }
});

test('a press that begins on the markup and ends on the live button counts', async ({ page, product }) => {
  const seen = await watchPage(page);
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  await markup(page).locator(SPIN).hover();
  await page.mouse.down();
  letThrough();
  await expect(markup(page)).toHaveCount(0);
  await page.mouse.up();
  await expect.poll(async () => (await seen()).clicks).toBe(1);
});

test('a button says at once that it was tapped, and by the keyboard too; the focus stays on it', async ({
  page,
  product,
}) => {
  const seen = await watchPage(page);
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  const button = markup(page).locator(SPIN);
  await button.press('Enter');
  await expect(button).toHaveAttribute('data-pressed');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  letThrough();
  await expect(markup(page)).toHaveCount(0);
  await expect.poll(async () => (await seen()).clicks).toBe(1);
});

test('the focus goes over to the same link', async ({ page, product }) => {
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  const link = (within: string) => page.locator(`${within} main a[href]`).first();
  await link('#first-screen').focus();
  letThrough();
  await expect(markup(page)).toHaveCount(0);
  await expect(link('#root')).toBeFocused();
});

test('links lead on before any code runs, and keep the context of the address', async ({ page, product }) => {
  await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw?brand=1&comeFrom=card&id=7`, { waitUntil: 'commit' });
  await markup(page).getByRole('link', { name: drawWords['draw.wheel.ruleLink'] }).click();
  await page.waitForURL(/\/draw\/rule\?/, { waitUntil: 'commit' });
  expect(new URL(page.url()).search).toBe('?brand=1&comeFrom=card');
  await expect(markup(page).getByRole('heading', { level: 1 })).toBeVisible();
});

test('the back button of the markup leads back once the host is there', async ({ page, product }) => {
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  await markup(page).getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  letThrough();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
});

test('a link with its route behind the # shows nothing of another route', async ({ page, product }) => {
  await page.addInitScript(() => {
    requestAnimationFrame(function watch() {
      const first = document.getElementById('first-screen');
      if (first && first.getBoundingClientRect().height > 0) Object.assign(window, { sawMarkup: true });
      requestAnimationFrame(watch);
    });
  });
  await page.goto(`${product.hostUrl}/#/open`);
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();
  expect(await page.evaluate(() => 'sawMarkup' in window)).toBe(false);
});

/** Beside the bar, and its links lead on. */
async function expectReadable(page: Page): Promise<void> {
  await expect(markup(page).getByRole('heading', { level: 1, name: drawWords['draw.wheel.heading'] })).toBeVisible();
  const bar = await message(page).boundingBox();
  expect(bar?.height).toBeLessThan(160);
  await markup(page).getByRole('link', { name: drawWords['draw.wheel.ruleLink'] }).click();
  await page.waitForURL(/\/draw\/rule$/, { waitUntil: 'commit' });
}

test.describe('where the host does not come', () => {
  test('the page says so at the bottom when its scripts fail, and stays readable', async ({ page, product, guard }) => {
    guard.expectFailedLoads(/\.js$/);
    await page.route(isScript, (route) => route.abort());
    await page.goto(`${product.hostUrl}/draw`);
    await expect(message(page)).toBeVisible();
    await expectReadable(page);
  });

  test('and after 18 s when they are slow', async ({ page, product }) => {
    await installClock(page);
    await holdScripts(page);
    await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
    await expect(markup(page)).toBeVisible();
    await expect(message(page)).toBeHidden();
    await page.clock.fastForward(18_500);
    await expect(message(page)).toBeVisible();
    await expectReadable(page);
  });

  test('and at once without JavaScript', async ({ newContext, product }) => {
    const page = await (await newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(`${product.hostUrl}/draw`);
    await expect(page.locator('noscript p', { hasText: hostWords['host.noscript'] })).toBeInViewport();
    await expect(markup(page).getByRole('heading', { level: 1, name: drawWords['draw.wheel.heading'] })).toBeVisible();
    await markup(page).getByRole('link', { name: drawWords['draw.wheel.ruleLink'] }).click();
    await page.waitForURL(/\/draw\/rule$/);
  });

  test('a share page still has the code for the app, and the hall its activities', async ({ newContext, product }) => {
    const page = await (await newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(`${product.hostUrl}/share?type=2`);
    const code = page.getByRole('img', { name: fill(hostWords['host.share.qr.alt']) });
    await expect(code).toBeVisible();
    expect(
      await code.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth)),
    ).toBeGreaterThan(400);
    await expect(page.getByRole('heading', { level: 1, name: hostWords['host.share.sub.report'] })).toBeVisible();
    await page.goto(`${product.hostUrl}/default`);
    await page.getByRole('link', { name: drawWords['host.default.draw.title'] }).click();
    await page.waitForURL(/\/draw$/);
  });
});

test('a release whose markup promises another button says so once, and the tap on it is named', async ({
  page,
  product,
}) => {
  await installClock(page);
  const failures = watchFailures(page);
  await page.addInitScript((button) => {
    const lie = () => document.querySelector(`#first-screen ${button}`)?.setAttribute('data-action', 'draw.wheel.gone');
    new MutationObserver(lie).observe(document, { childList: true, subtree: true });
  }, SPIN);
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  await markup(page).locator('[data-action="draw.wheel.gone"]').click();
  letThrough();
  await expect(markup(page)).toHaveCount(0);
  const told = async () => (await failures.read()).map(({ remote, phase, reason }) => [remote, phase, reason]);
  await expect.poll(told).toEqual([['draw', 'markup', 'moved']]);
  await page.clock.fastForward(10_500);
  await expect(page.getByText(commonWords['common.fallback.toast'])).toBeVisible();
  await expect.poll(told).toEqual([
    ['draw', 'markup', 'moved'],
    ['draw', 'markup', 'missing'],
  ]);
});

test('doubled texts on the narrowest phone fit, and move nothing', async ({ newContext, product }) => {
  const page = await (await newContext({ viewport: { width: 320, height: 640 } })).newPage();
  const letThrough = await holdScripts(page);
  await page.goto(`${product.hostUrl}/draw`, { waitUntil: 'commit' });
  await expect(markup(page)).toBeVisible();
  await page.evaluate(doubleTexts);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  letThrough();
  await expect(markup(page)).toHaveCount(0);
  expect(await width()).toBe(320);
});
