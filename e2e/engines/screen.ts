import { expect } from '@playwright/test';
import type { EnginePage } from './engine-page.ts';

/** Something that is seen on a page: the first visible element that matches. */
export type Target = {
  css: string;
  /** What it says, or is called by `aria-label`; a part of it unless `whole`. */
  text?: string;
  whole?: boolean;
};

export const button = (text: string): Target => ({ css: 'button', text });
export const link = (text: string): Target => ({ css: 'a[href]', text });
export const heading = (text: string): Target => ({ css: 'h1, h2, h3', text });
export const words = (text: string): Target => ({ css: 'main *, [role=dialog] *', text, whole: true });
export const toast = (text: string): Target => ({ css: 'output[aria-live=polite]', text });

/** Where it is in the viewport, CSS px, what it says, and whether a press on its middle would reach it. */
type Seen = { x: number; y: number; text: string; reachable: boolean };

/** @param bring scrolls it into the middle of the viewport first */
export function look(page: EnginePage, target: Target, bring = false): Promise<Seen | null> {
  return page.evaluate(
    ({ css, text, whole }: Target, scroll: boolean) => {
      for (const element of document.querySelectorAll(css)) {
        const said = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (text !== undefined && (whole === true ? said !== text : !said.includes(text))) continue;
        if (element.closest('[inert]') !== null || getComputedStyle(element).visibility === 'hidden') continue;
        if (scroll) element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        return { x, y, text: said, reachable: hit !== null && (element.contains(hit) || hit.contains(element)) };
      }
      return null;
    },
    target,
    bring,
  );
}

/** Waits until it is seen. @returns what it says @throws with what is seen instead */
export async function sees(page: EnginePage, target: Target, timeout = 20_000): Promise<string> {
  const giveUpAt = Date.now() + timeout;
  for (;;) {
    const seen = await look(page, target);
    if (seen !== null) return seen.text;
    if (Date.now() > giveUpAt) break;
    await new Promise((next) => setTimeout(next, 100));
  }
  const instead = await page.evaluate(() => `${location.href}\n${document.body.innerText}`);
  throw new Error(
    `${target.css} "${target.text ?? ''}" isn't seen on ${instead.slice(0, 400)}\n${page.complaints().join('\n')}`,
  );
}

/** Waits until it is gone. */
export async function misses(page: EnginePage, target: Target, timeout = 20_000): Promise<void> {
  await expect
    .poll(async () => (await look(page, target)) === null, {
      message: `${target.css} ${target.text ?? ''} is gone`,
      timeout,
    })
    .toBe(true);
}

/** Presses it with the pointer, once it stands still and nothing lies over it. */
export async function press(page: EnginePage, target: Target): Promise<void> {
  let before: Seen | null = null;
  let at: Seen | null = null;
  await expect
    .poll(
      async () => {
        [before, at] = [at, await look(page, target, true)];
        return at !== null && before !== null && at.reachable && at.x === before.x && at.y === before.y;
      },
      { message: `${target.css} ${target.text ?? ''} can be pressed`, timeout: 20_000 },
    )
    .toBe(true);
  const { x, y } = at ?? { x: 0, y: 0 };
  await page.pressAt(x, y);
}

/** Leaves a mark in the page's window, which a load would wipe out. */
export const leaveMark = (page: EnginePage) =>
  page.evaluate(() => void Object.assign(window, { markOfTheStory: true }));
export const hasMark = (page: EnginePage) => page.evaluate(() => 'markOfTheStory' in window);

/** How far the page can be scrolled sideways, CSS px. */
export const sidewaysRoom = (page: EnginePage) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
