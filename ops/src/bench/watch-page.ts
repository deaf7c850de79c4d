import type { Page } from '@playwright/test';
import * as v from 'valibot';

const LIMIT_MS = 30_000;

const milliseconds = v.nullable(v.number());
const taskSchema = v.object({ start: v.number(), end: v.number() });
const watchedSchema = v.object({
  painted: v.number(),
  firstScreen: milliseconds,
  largest: v.number(),
  shift: v.number(),
  tasks: v.array(taskSchema),
  tapped: milliseconds,
  effect: milliseconds,
  scripts: v.array(v.string()),
  inlineScripts: v.string(),
  quietFor: v.number(),
});

/**
 * Times in ms from navigation start, at the end of a frame's painting.
 * - `painted`: the first contentful paint
 * - `firstScreen`: the header's title, and in the main region, which isn't the host's loading page, a heading and a
 *   picture that has arrived, or a skeleton in their place
 * - `largest`: largest contentful paint, until the first tap
 * - `shift`: layout shift without those of taps
 * - `tapped`: the main button was painted and `benchTap` called; `effect`: what its screen shows for it
 * - `scripts`: addresses of those that had arrived by then
 */
export type Watched = v.InferOutput<typeof watchedSchema>;

/** `button`: pattern of the words or the accessible name; `effect`: selector of what it shows besides. */
export type Tap = { button: string; effect?: string };

/**
 * Watches the page's documents from their start; each is judged by what is visible in it, whoever drew it.
 * @param tap made as soon as the button is painted; `null`: none
 */
export async function watchPage(page: Page, tap: Tap | null): Promise<void> {
  if (tap !== null)
    await page.exposeFunction(
      'benchTap',
      ([x = 0, y = 0]: number[]) => void page.touchscreen.tap(x, y).catch(() => {}),
    );
  await page.addInitScript({ content: `{ const tap = ${JSON.stringify(tap)}; ${watch} }` });
}

export const readWatched = async (page: Page): Promise<Watched> =>
  v.parse(watchedSchema, await page.evaluate('window.bench.read()'));

// A function, since the page's policy allows no text here.
const happened = (event: string): boolean =>
  typeof Reflect.get(Reflect.get(window, 'benchSeen') ?? {}, event) === 'number';

/** @throws when it doesn't happen within the limit */
export const watchFor = async (page: Page, event: 'firstScreen' | 'effect'): Promise<void> =>
  void (await page.waitForFunction(happened, event, { timeout: LIMIT_MS, polling: 100 }));

/**
 * Follows a link within the page: `tapped` is when, `firstScreen` when that of the other route is painted.
 * @param selector of the link
 */
export const watchChange = (page: Page, selector: string): Promise<void> =>
  page.evaluate(`window.bench.change(${JSON.stringify(selector)})`);

// Text, since a compiled function may use helpers the page lacks.
const watch = `
  const seen = { painted: 0, firstScreen: null, largest: 0, shift: 0, tasks: [], tapped: null, effect: null };
  let place = null;
  let former;
  let latest = performance.now();
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, end: (latest = startTime + duration) }));
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.painted = startTime; });
  observe('largest-contentful-paint', ({ startTime }) => { seen.largest = latest = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });

  const isPainted = (element) => {
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const [width, height] = [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)];
    const has = width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return has ? width * height : 0;
  };
  const LARGE = 2000;
  const some = (within, selector, test) => [...within.querySelectorAll(selector)].some(test);
  const isFirstScreen = () => {
    if (!some(document, 'header > nav', (bar) => bar.textContent.trim() !== '' && isPainted(bar))) return false;
    const main = [...document.querySelectorAll('main')].find(isPainted);
    if (!main || main.querySelector('[data-page=loading], :scope > [inert]') || main.getAttribute('aria-label') === former) return false;
    if (some(main, 'span[aria-hidden=true]', (shape) => shape.textContent === '' && !shape.querySelector('svg, img') && isPainted(shape) > LARGE)) return true;
    return some(main, 'h1, h2', isPainted) && some(main, 'svg, img, canvas', (picture) => picture.complete !== false && isPainted(picture) > LARGE);
  };
  const named = (element, words) => new RegExp(words).test(element.textContent + (element.ariaLabel ?? ''));
  const buttonPlace = () => {
    const button = [...document.querySelectorAll('button, a')].find((each) => named(each, tap.button) && isPainted(each));
    if (!button) return null;
    const { top, right, bottom, left } = button.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const effects = 'dialog[open], #root button[aria-busy=true]' + (tap?.effect ? ', #root ' + tap.effect : '');
  const hasEffect = () => location.pathname + location.hash !== place || some(document, effects, isPainted);
  const afterPaint = (take) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => take(performance.now());
    port2.postMessage(null);
  };
  const look = () => {
    const isShown = seen.firstScreen === null && isFirstScreen();
    const at = tap && seen.tapped === null ? buttonPlace() : null;
    const isDone = tap && seen.tapped !== null && seen.effect === null && hasEffect();
    if (at) place = location.pathname + location.hash;
    if (isShown || at || isDone) afterPaint((now) => {
      if (isShown) seen.firstScreen = now;
      if (isDone) seen.effect = now;
      if (!at) return;
      seen.tapped = now;
      benchTap(at);
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  const arrived = () => performance.getEntriesByType('resource').filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= (seen.effect ?? Infinity));
  window.benchSeen = seen;
  window.bench = {
    read: () => ({
      ...seen,
      firstScreen: seen.firstScreen && Math.max(seen.firstScreen, seen.painted),
      scripts: arrived().map(({ name }) => name),
      inlineScripts: [...document.scripts].filter(({ src, type, noModule }) => !src && !noModule && ['', 'module'].includes(type)).map(({ text }) => text).join('\\n'),
      quietFor: performance.now() - latest,
    }),
    change: (selector) => {
      former = document.querySelector('main').getAttribute('aria-label');
      [seen.firstScreen, seen.tapped] = [null, performance.now()];
      document.querySelector(selector).click();
    },
  };
`;
