// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Visit } from './navigation.ts';
import { rememberScroll, scrollingPage } from './scroll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page whose screens are 2000 px high once their content is there. */
function visit() {
  let top = 0;
  let room = 2_000;
  const resized = new Set<() => void>();
  const touched = new Set<() => void>();
  const hear = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const store = createStore<Visit>(() => ({ path: '/', query: {}, key: 'home' }));
  const stop = rememberScroll(
    store,
    { top: () => top, room: () => room, scrollTo: (to) => void (top = Math.min(to, room)), onResize: hear(resized), onTouched: hear(touched) },
  );
  return {
    top: () => top,
    scroll: (to: number) => void (top = to),
    /** Goes to an entry of the history; its content isn't there yet. */
    go(key: string) {
      store.setState({ key });
      room = 0;
      top = Math.min(top, room);
    },
    arrive(height = 2_000) {
      room = height;
      for (const listener of resized) listener();
    },
    touch: () => [...touched].forEach((listener) => listener()),
    listeners: () => resized.size + touched.size,
    stop,
  };
}

describe('rememberScroll', () => {
  it('begins a new screen at its top and comes back to where one left', () => {
    const page = visit();
    page.scroll(600);
    page.go('rule');
    page.arrive();
    expect(page.top()).toBe(0);
    page.scroll(150);
    page.go('home');
    page.arrive(300);
    expect(page.top()).toBe(0);
    page.arrive();
    expect(page.top()).toBe(600);
    page.go('rule');
    page.arrive();
    expect(page.top()).toBe(150);
  });

  it.each([
    ['the user moves the page first', (page: ReturnType<typeof visit>) => page.touch()],
    ['the content takes too long', () => vi.advanceTimersByTime(5_000)],
    ['nobody follows any more', (page: ReturnType<typeof visit>) => page.stop()],
  ])('leaves the page alone when %s', (_, happen) => {
    const page = visit();
    page.scroll(600);
    page.go('rule');
    page.go('home');
    happen(page);
    page.arrive();
    expect([page.top(), page.listeners()]).toEqual([0, 0]);
  });

  it('does not scroll the next screen to the place of the one before', () => {
    const page = visit();
    page.scroll(600);
    page.go('rule');
    page.go('home');
    page.go('other');
    page.arrive();
    expect(page.top()).toBe(0);
  });
});

describe('the page that is scrolled', () => {
  it('is left to the browser for a reload, and taken again after the back-forward cache', () => {
    scrollingPage(window);
    expect(history.scrollRestoration).toBe('manual');
    window.dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
    window.dispatchEvent(new Event('pageshow'));
    expect(history.scrollRestoration).toBe('manual');
  });
});
