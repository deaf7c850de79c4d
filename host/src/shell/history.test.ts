// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { createPageHistory } from './history.ts';

const personal = { phone: '13800001001' };

removePageListeners();
beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('the page history', () => {
  it('numbers its entries across a reload', () => {
    const history = createPageHistory(window, sessionStorage);
    expect(history.entry().index).toBe(0);
    const heard = vi.fn();
    history.listen(heard);
    history.navigate('push', '/open?brand=1#tips', {});
    expect(history.entry()).toMatchObject({ pathname: '/open', search: '?brand=1', hash: '#tips', index: 1 });
    history.navigate('replace', '/rule', {});
    expect(history.entry()).toMatchObject({ pathname: '/rule', index: 1 });
    expect(heard.mock.calls).toEqual([
      [{ popped: false, placeUnknown: false }],
      [{ popped: false, placeUnknown: false }],
    ]);
    expect(createPageHistory(window, sessionStorage).entry().index).toBe(1);
  });

  it('gives each load of the tab its own key', () => {
    const { key } = createPageHistory(window, sessionStorage).entry();
    expect(createPageHistory(window, sessionStorage).entry().key).toBe(key);
    window.history.replaceState(null, '', '/');
    expect(createPageHistory(window, sessionStorage).entry().key).not.toBe(key);
  });

  it('keeps the personal parameters of an entry beside its address, also across a reload', () => {
    const history = createPageHistory(window, sessionStorage);
    history.navigate('push', '/address?id=7', personal);
    expect(window.location.href).not.toContain('138');
    expect(history.entry()).toMatchObject({ search: '?id=7', personal });
    expect(createPageHistory(window, sessionStorage).entry().personal).toEqual(personal);
    history.navigate('push', '/rule', {});
    expect(history.entry().personal).toEqual({});
  });

  it('keeps them for an anchor on the first screen too, before anybody listens', () => {
    const history = createPageHistory(window, sessionStorage);
    history.navigate('replace', '/open', personal);
    history.listen(() => {});
    window.history.pushState(null, '', '#anchor');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    expect(history.entry().personal).toEqual(personal);
  });

  it('counts an entry that the browser made for an anchor, with what the entry below it holds', () => {
    const history = createPageHistory(window, sessionStorage);
    history.navigate('push', '/address', personal);
    const { index, key } = history.entry();
    history.listen(() => {});
    window.history.pushState(null, '', '#anchor');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    expect(history.entry()).toMatchObject({ hash: '#anchor', key, index: index + 1, personal });
    history.navigate('push', '/rule', {});
    expect(history.entry().index).toBe(index + 2);
  });
});

/** A window whose history refuses to be written, as Safari's does after 100 entries in 30 s. */
function exhaustedWindow(at: string, { fromTheStart = false } = {}) {
  const url = new URL(at, 'https://host.test');
  const location = {
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    origin: url.origin,
    href: url.href,
    assign: vi.fn(),
    replace: vi.fn(),
  };
  let refuses = fromTheStart;
  const history = {
    state: null as unknown,
    pushState: vi.fn(() => {
      if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError');
    }),
    replaceState: vi.fn((state: unknown) => {
      if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError');
      history.state = state;
    }),
    go: vi.fn(),
  };
  const fake = { history, location, addEventListener: vi.fn(), removeEventListener: vi.fn() } as unknown as Window; // what a history uses of one
  return { window: fake, location, exhaust: () => void (refuses = true) };
}

describe('an entry that the browser made', () => {
  const fake = (grows: boolean) => {
    const entry = { state: null as unknown, length: 3 };
    const listeners: (() => void)[] = [];
    const history = Object.assign(entry, {
      pushState: vi.fn(),
      replaceState: (state: unknown) => void (entry.state = state),
      go: vi.fn(),
    });
    const location = {
      pathname: '/address',
      search: '',
      hash: '',
      origin: 'https://host.test',
      href: 'https://host.test/address',
    };
    const page = createPageHistory(
      {
        history,
        location,
        addEventListener: (_: string, listener: () => void) => listeners.push(listener),
        removeEventListener: vi.fn(),
      } as unknown as Window,
      null,
    ); // what a history uses of one
    const heard = vi.fn();
    page.listen(heard);
    Object.assign(entry, { state: null, length: grows ? 4 : 3 });
    for (const listener of listeners) listener();
    return heard.mock.calls;
  };

  it.each([
    [true, false],
    [false, true],
  ])('is above the previous one when the history grew (%s), else its place is unknown', (grew, placeUnknown) => {
    expect(fake(grew)).toEqual([[{ popped: true, placeUnknown }]]);
  });

  it('keeps its screen when the address is respelled', () => {
    const history = createPageHistory(window, sessionStorage);
    history.navigate('push', '/address?id=7#/draw', personal);
    const { key, index } = history.entry();
    history.rewriteAddress('/address?id=7', personal);
    expect(history.entry()).toEqual({ pathname: '/address', search: '?id=7', hash: '', key, index, personal });
  });
});

describe('where the browser takes no more entries', () => {
  it.each(['push', 'replace'] as const)(
    '%s loads the address instead, and the entry keeps what it held',
    async (how) => {
      const before = exhaustedWindow('/open');
      const history = createPageHistory(before.window, sessionStorage);
      before.exhaust();
      expect(() => history.navigate(how, '/address?id=7', personal)).not.toThrow();
      await Promise.resolve();
      expect(how === 'push' ? before.location.assign : before.location.replace).toHaveBeenCalledExactlyOnceWith(
        '/address?id=7',
      );
      const after = createPageHistory(exhaustedWindow('/address?id=7').window, sessionStorage);
      expect(after.entry()).toMatchObject({ personal, index: how === 'push' ? 1 : 0 });
      expect(createPageHistory(exhaustedWindow('/address?id=7').window, sessionStorage).entry().personal).toEqual({});
    },
  );

  it.each(['push', 'replace'] as const)(
    '%s loads it too where none was ever taken, and the next page holds what was meant',
    async (how) => {
      const before = exhaustedWindow('/works', { fromTheStart: true });
      const history = createPageHistory(before.window, sessionStorage);
      const heard = vi.fn();
      history.listen(heard);
      history.navigate(how, '/upload', personal);
      await Promise.resolve();
      expect(how === 'push' ? before.location.assign : before.location.replace).toHaveBeenCalledExactlyOnceWith(
        '/upload',
      );
      expect(heard).not.toHaveBeenCalled();
      const after = createPageHistory(exhaustedWindow('/upload', { fromTheStart: true }).window, sessionStorage);
      expect(after.entry()).toMatchObject({ pathname: '/upload', personal, index: how === 'push' ? 1 : 0 });
    },
  );

  it.each(['push', 'replace'] as const)('is not what a listener that throws means: %s', (how) => {
    const { window: fake, location } = exhaustedWindow('/open');
    const history = createPageHistory(fake, sessionStorage);
    history.listen(() => {
      throw new Error('a fault of ours');
    });
    expect(() => history.navigate(how, '/address', personal)).toThrow('a fault of ours');
    expect([location.assign.mock.calls, location.replace.mock.calls]).toEqual([[], []]);
  });

  it('loads once for a loop, with what was asked for last', async () => {
    const before = exhaustedWindow('/open');
    const storage = { getItem: () => null, removeItem: vi.fn(), setItem: vi.fn() };
    const history = createPageHistory(before.window, storage);
    before.exhaust();
    for (let at = 0; at < 20_000; at += 1) history.navigate('push', `/detail?id=${at}`, {});
    await Promise.resolve();
    expect(before.location.assign.mock.calls).toEqual([['/detail?id=19999']]);
    expect(storage.setItem).toHaveBeenCalledOnce();
  });

  it('gives what was held to no other address', async () => {
    const before = exhaustedWindow('/open');
    const history = createPageHistory(before.window, sessionStorage);
    before.exhaust();
    history.navigate('push', '/address?id=7', personal);
    await Promise.resolve();
    expect(createPageHistory(exhaustedWindow('/open').window, sessionStorage).entry().personal).toEqual({});
  });
});
