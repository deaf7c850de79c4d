/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page brings all its functions along */
import type { Page } from '@playwright/test';

/**
 * What is wrong with the texts of the slide in front: cut off by the screen or by what holds them, lying on one
 * another, or on the controls. Each in words; none when all is well.
 */
export function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { what: string; of: Node; left: number; right: number; top: number; bottom: number };
    const wrong: string[] = [];
    const { clientWidth, clientHeight } = document.documentElement;
    const slide = document.querySelector('[data-active=true]');
    if (!slide) return ['no slide in front'];
    const name = (text: string) => `"${text.trim().slice(0, 14)}"`;

    /** A line's box is higher than its characters. */
    const ink = (rect: DOMRect, what: string, of: Node): Box => ({
      what,
      of,
      left: rect.left + 1,
      right: rect.right - 1,
      top: rect.top + 0.2 * rect.height,
      bottom: rect.bottom - 0.2 * rect.height,
    });
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const texts: Box[] = [];
    for (const root of [slide, document.querySelector('header')]) {
      if (!root) continue;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent ?? '';
        // What only screen readers have is clipped to a point.
        if (!parent || text.trim() === '' || parent.closest('table') || !isSeen(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) if (rect.width > 1) texts.push(ink(rect, name(text), node));
        for (
          let holder: Element | null = parent;
          holder && holder !== slide.parentElement;
          holder = holder.parentElement
        ) {
          const style = getComputedStyle(holder);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const frame = holder.getBoundingClientRect();
          for (const box of texts.filter(({ of }) => of === node)) {
            if (
              box.left < frame.left - 1 ||
              box.right > frame.right + 1 ||
              box.top < frame.top - 1 ||
              box.bottom > frame.bottom + 1
            )
              wrong.push(`${box.what} is cut off by ${holder.tagName}.${holder.className}`);
          }
        }
      }
    }
    for (const { what, left, right, top, bottom } of texts) {
      if (left < 0 || right > clientWidth || top < 0 || bottom > clientHeight)
        wrong.push(`${what} leaves the screen: ${[left, top, right, bottom].map(Math.round).join(' ')}`);
    }

    const controls = [
      ...document.querySelectorAll('[data-music] svg, section > p, [data-active=true] button[aria-label] svg'),
    ].filter((element) => isSeen(element) && !element.closest('[data-kind] p'));
    const moon = [...document.querySelectorAll('[class*=moon]')];
    const things: Box[] = [
      ...controls.map((element) => ({ element, inset: 1 })),
      // Half of the drawing is the moon's glow.
      ...moon.map((element) => ({ element, inset: element.getBoundingClientRect().width / 4 })),
    ].map(({ element, inset }) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        what:
          element.closest('[aria-label]')?.getAttribute('aria-label') ??
          (element.textContent || String(element.getAttribute('class'))),
        of: element,
        left: left + inset,
        right: right - inset,
        top: top + inset,
        bottom: bottom - inset,
      };
    });
    const meet = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    texts.forEach((text, at) => {
      for (const other of texts.slice(at + 1))
        if (other.of !== text.of && meet(text, other)) wrong.push(`${text.what} lies on ${other.what}`);
      for (const thing of things)
        if (!thing.of.contains(text.of) && meet(text, thing)) wrong.push(`${text.what} lies on ${thing.what}`);
    });
    return [...new Set(wrong)];
  });
}

/**
 * What can be pressed beside or on the slide in front and is smaller than a finger (44 px). Each in words; none when
 * all is well.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main button')].flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const isThere = button.closest('[inert]') === null && button.checkVisibility();
      return isThere && Math.min(width, height) < 43.9
        ? [`${button.getAttribute('aria-label') ?? button.textContent} is ${Math.round(width)}x${Math.round(height)}`]
        : [];
    }),
  );
}
