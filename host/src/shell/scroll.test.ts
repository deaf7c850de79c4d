import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { WebStorage } from '@fridge/shared-ui';
import type { Visit } from './navigation.ts';
import { holdPage, rememberScroll } from './scroll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab whose page is loaded anew each time: its screens are 2000 px high once their content is there. */
function visit({
  storage = tab(),
  key = 'home',
  room = 2_000,
}: { storage?: WebStorage | null; key?: string; room?: number } = {}) {
  let top = 0;
  const observed = new Set<() => void>();
  class ResizeObserver {
    readonly listener: () => void;
    constructor(listener: () => void) {
      this.listener = listener;
    }
    observe() {
      observed.add(this.listener);
    }
    disconnect() {
      observed.delete(this.listener);
    }
  }
  const root = Object.defineProperty({ clientHeight: 0, clientWidth: 390, style: { overflow: '' } }, 'scrollHeight', {
    get: () => room,
  });
  const style = { position: '' };
  const isHeld = () => style.position === 'fixed';
  const body = Object.defineProperty({ style }, 'scrollTop', {
    get: () => (isHeld() ? top : 0),
    set: (to: number) => void (top = isHeld() ? to : top),
  });
  const document = Object.assign(new EventTarget(), { documentElement: root, body, visibilityState: 'visible' });
  const history = { scrollRestoration: 'auto' };
  const scrollTo = (_left: number, to: number) => void (top = isHeld() ? top : Math.min(to, room));
  const page = Object.defineProperty(
    Object.assign(new EventTarget(), { document, history, ResizeObserver, scrollTo, innerWidth: 390 }),
    'scrollY',
    { get: () => (isHeld() ? 0 : top) },
  );
  const store = createStore<Visit>(() => ({ path: '/', query: {}, key, number: 0, enteredFrom: null }));
  const fake = page as unknown as Window & typeof globalThis; // all that is used of a window
  rememberScroll(store, fake, storage);
  return {
    top: () => top,
    hold: () => holdPage(fake),
    overflow: () => root.style.overflow,
    isHeld,
    document,
    history,
    leave: () => page.dispatchEvent(new Event('pagehide')),
    comeBack: (persisted = true) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
    scroll: (to: number) => void (top = to),
    /** Goes to an entry of the history; its content isn't there yet. */
    go(entry: string) {
      store.setState({ key: entry });
      room = 0;
      top = Math.min(top, room);
    },
    arrive(height = 2_000) {
      room = height;
      for (const listener of observed) listener();
    },
    touch: () => page.dispatchEvent(new Event('touchstart')),
    listeners: () => observed.size,
  };
}

/** What a tab keeps across its loads. */
function tab(): WebStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

describe('rememberScroll', () => {
  it('scrolls a new screen to its top and a previous one to its position', () => {
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
  ])('does not scroll when %s', (_, happen) => {
    const page = visit();
    page.scroll(600);
    page.go('rule');
    page.go('home');
    happen(page);
    page.arrive();
    expect([page.top(), page.listeners()]).toEqual([0, 0]);
  });

  it("does not scroll the next screen to the previous screen's position", () => {
    const page = visit();
    page.scroll(600);
    page.go('rule');
    page.go('home');
    page.go('other');
    page.arrive();
    expect(page.top()).toBe(0);
  });
});

describe('after a reload or a return from another origin', () => {
  /** A load in the same tab, whose content comes a moment later. */
  const load = (storage: WebStorage | null, key = 'home') => visit({ storage, key, room: 0 });

  it('restores the position once the content is there, of earlier screens too', () => {
    const storage = tab();
    const before = visit({ storage });
    before.scroll(600);
    before.go('rule');
    before.arrive();
    before.scroll(150.4);
    before.leave();
    const after = load(storage, 'rule');
    expect(after.top()).toBe(0);
    after.arrive();
    expect(after.top()).toBe(150);
    after.go('home');
    after.arrive();
    expect(after.top()).toBe(600);
  });

  it('starts at the top of another entry', () => {
    const storage = tab();
    const before = visit({ storage });
    before.scroll(600);
    before.leave();
    const after = load(storage, 'typed again');
    after.arrive();
    expect(after.top()).toBe(0);
  });

  it('keeps its position when it is left before its content has loaded', () => {
    const storage = tab();
    const before = visit({ storage });
    before.scroll(600);
    before.leave();
    load(storage).leave();
    const after = load(storage);
    after.arrive();
    expect(after.top()).toBe(600);
  });

  it('restores the position after the back-forward cache too', () => {
    const page = visit();
    page.scroll(600);
    page.leave();
    page.scroll(0);
    page.comeBack(false);
    page.arrive();
    expect(page.top()).toBe(0);
    page.comeBack();
    page.arrive();
    expect(page.top()).toBe(600);
  });

  it('is stored when the page is hidden, not for each screen', () => {
    const storage = { ...tab(), setItem: vi.fn() };
    const page = visit({ storage });
    for (let n = 0; n < 20_000; n += 1) page.go(`screen-${n}`);
    const before = storage.setItem.mock.calls.length;
    page.leave();
    expect([before, storage.setItem.mock.calls.length, page.listeners()]).toEqual([0, 1, 0]);
  });

  it('keeps the latest 50 positions', () => {
    const storage = tab();
    const before = visit({ storage });
    for (let entry = 0; entry < 60; entry += 1) {
      before.scroll(10 + entry);
      before.go(`entry ${entry}`);
      before.arrive();
    }
    before.leave();
    expect(JSON.parse(storage.getItem('scroll.places') ?? '[]')).toHaveLength(50);
  });

  it.each([
    ['the tab keeps nothing', null],
    ['what is kept is no list', { getItem: () => '{"home":600}', setItem: () => {}, removeItem: () => {} }],
    ['what is kept is broken', { getItem: () => '[["home",', setItem: () => {}, removeItem: () => {} }],
    [
      'the storage refuses',
      {
        getItem: () => {
          throw new Error('no');
        },
        setItem: () => {
          throw new Error('full');
        },
        removeItem: () => {},
      },
    ],
  ])('starts at the top when %s', (_, storage) => {
    const page = load(storage);
    page.arrive();
    page.scroll(300);
    page.leave();
    expect(page.top()).toBe(300);
  });
});

it("turns off the browser's scroll restoration", () => expect(visit().history.scrollRestoration).toBe('manual'));

it('stores the positions when the page is hidden', () => {
  const storage = tab();
  const page = visit({ storage });
  page.scroll(600);
  page.document.visibilityState = 'hidden';
  page.document.dispatchEvent(new Event('visibilitychange'));
  expect(storage.getItem('scroll.places')).toBe('[["home",600]]');
});

describe('behind dialogs', () => {
  it('the page keeps its position until the last one releases it', () => {
    const page = visit();
    page.scroll(600);
    const [first, second] = [page.hold(), page.hold()];
    expect([page.isHeld(), page.overflow(), page.top()]).toEqual([true, 'hidden', 600]);
    first();
    expect(page.isHeld()).toBe(true);
    second();
    expect([page.isHeld(), page.overflow(), page.top()]).toEqual([false, '', 600]);
  });

  it("a screen that is left keeps its position, and the next one doesn't get it", () => {
    const page = visit();
    page.scroll(600);
    const release = page.hold();
    page.go('detail');
    release();
    page.arrive();
    expect(page.top()).toBe(0);
    page.go('home');
    page.arrive();
    expect(page.top()).toBe(600);
  });

  it('the position is stored when the page is hidden', () => {
    const storage = tab();
    const page = visit({ storage });
    page.scroll(600);
    page.hold()();
    const release = page.hold();
    page.leave();
    release();
    expect(storage.getItem('scroll.places')).toBe('[["home",600]]');
  });
});
