// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scrollPage, scrollTallPages } from './tall-pages.ts';

const HEIGHT = 500;

afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

/** One page whose content is so high; `pager` hears what isn't kept from it. */
function story(contentHeight: number) {
  let measure: (entries: { target: Element }[]) => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: typeof measure) {
        measure = callback;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  document.body.innerHTML = '<main><section><p>text</p></section></main>';
  const [root, page, content] = ['main', 'section', 'p'].map((name) => document.querySelector<HTMLElement>(name));
  if (!root || !page || !content) throw new Error('The fixture has them.');
  const sizeOf = (element: Element, sizes: Record<string, number>) =>
    Object.entries(sizes).forEach(([name, value]) => Object.defineProperty(element, name, { value }));
  sizeOf(page, { clientHeight: HEIGHT, scrollHeight: contentHeight });
  sizeOf(content, { clientHeight: contentHeight });
  page.scrollBy = vi.fn();
  const end = scrollTallPages(root, [page]);
  measure([{ target: content }]);
  const pager = vi.fn();
  for (const type of ['touchmove', 'wheel']) document.addEventListener(type, pager);
  const touch = (type: string, clientY: number) =>
    content.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches: [{ clientY }] }));
  return {
    page,
    end,
    /** @param ys where the finger goes @returns how many of its moves the pager heard */
    swipe(...ys: number[]) {
      pager.mockClear();
      const [first = 0, ...moves] = ys;
      touch('touchstart', first);
      for (const y of moves) touch('touchmove', y);
      return pager.mock.calls.length;
    },
    /** @returns whether the pager heard it */
    turnWheel(deltaY: number, timeStamp: number) {
      pager.mockClear();
      content.dispatchEvent(
        Object.defineProperties(new Event('wheel', { bubbles: true }), {
          deltaY: { value: deltaY },
          timeStamp: { value: timeStamp },
        }),
      );
      return pager.mock.calls.length > 0;
    },
  };
}

describe('a page as high as the screen', () => {
  it('leaves every gesture and key to the pager', () => {
    const { page, swipe, turnWheel } = story(HEIGHT);
    expect(page.hasAttribute('data-tall')).toBe(false);
    expect([swipe(400, 380, 300), turnWheel(100, 0), scrollPage(page, 1)]).toEqual([2, true, false]);
  });
});

describe('a taller page', () => {
  it('scrolls where there is more, and turns at its ends', () => {
    const { page, swipe, turnWheel } = story(900);
    expect(page.hasAttribute('data-tall')).toBe(true);
    expect([swipe(400, 400, 380, 300), swipe(300, 320), turnWheel(100, 0), turnWheel(-100, 900)]).toEqual([
      1, // before its direction is known
      1,
      false,
      true,
    ]);
    page.scrollTop = 400;
    expect([swipe(400, 380), swipe(300, 320)]).toEqual([1, 0]);
    expect([scrollPage(page, 1), scrollPage(page, -1)]).toEqual([false, true]);
    expect(page.scrollBy).toHaveBeenCalledExactlyOnceWith({ top: -400 });
  });

  it('does not turn by the gesture that scrolled it to its end', () => {
    const { page, swipe, turnWheel } = story(900);
    expect(turnWheel(100, 1_000)).toBe(false);
    page.scrollTop = 400;
    expect([turnWheel(100, 1_100), turnWheel(100, 1_400)]).toEqual([false, true]);
    page.scrollTop = 0;
    const swiped = swipe(400, 380);
    page.scrollTop = 400;
    expect([swiped, swipe(380, 300)]).toEqual([0, 1]);
  });

  it('leaves the pager alone once it is over', () => {
    const { end, swipe, turnWheel } = story(900);
    end();
    expect([swipe(400, 300), turnWheel(100, 0)]).toEqual([1, true]);
  });
});
