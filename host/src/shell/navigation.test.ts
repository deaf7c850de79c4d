import { describe, expect, it, vi } from 'vitest';
import { ANCHOR_KEY, type BrowserHistory } from './browser-history.ts';
import { createNavigation } from './navigation.ts';

/** A history of its own: entries with keys and places, as the browser keeps them. */
function fakeHistory(first: string): BrowserHistory & { addresses(): string[]; jumpToAnchor(hash: string): void } {
  let entries = [{ address: first, key: 'k0' }];
  let index = 0;
  let keys = 0;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const add = (address: string, at: number, key?: string) => {
    keys += 1;
    entries = [...entries.slice(0, at), { address, key: key ?? `k${keys}` }, ...(at < index ? entries.slice(at + 1) : [])];
    index = at;
    tell();
  };
  return {
    place() {
      const { address, key } = entries[index] ?? { address: '/', key: '' };
      const { pathname, search, hash } = new URL(address, 'https://host.test');
      return { pathname, search, hash, key, index };
    },
    push: (address) => add(address, index + 1),
    replace: (address) => add(address, index),
    go(delta) {
      index = Math.max(0, index + delta);
      tell();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addresses: () => entries.map(({ address }) => address),
    jumpToAnchor: (hash) => add((entries[index]?.address ?? '') + hash, index + 1, ANCHOR_KEY),
  };
}

function navigationFrom(address: string, closes = false) {
  const history = fakeHistory(address);
  const closePage = vi.fn(async () => closes);
  return { history, closePage, navigation: createNavigation({ history, closePage, opens: (path) => path === '/draw' }) };
}

describe('where the page is', () => {
  it.each([
    ['/', { path: '/', query: {} }, '/'],
    ['/open/?brand=1', { path: '/open', query: { brand: '1' } }, '/open/?brand=1'],
    ['/#/yearReport?fridgeId=f&brand=2', { path: '/yearReport', query: { fridgeId: 'f', brand: '2' } }, '/yearReport?fridgeId=f&brand=2'],
    ['/?from=timeline#/open', { path: '/open', query: { from: 'timeline' } }, '/open?from=timeline'],
    ['/open#tips', { path: '/open', query: {} }, '/open#tips'],
  ])('%s', (address, place, canonical) => {
    const { navigation, history } = navigationFrom(address);
    expect(navigation.get()).toMatchObject(place);
    expect(history.addresses()).toEqual([canonical]);
  });

  it('rewrites a hash link that is followed later, in place', () => {
    const { navigation, history } = navigationFrom('/open');
    history.push('/open#/rule?brand=1');
    expect(navigation.get()).toMatchObject({ path: '/rule', query: { brand: '1' } });
    expect(history.addresses()).toEqual(['/open', '/rule?brand=1']);
  });
});

describe('going on', () => {
  it('carries the context on, and lets a screen add to it and take from it', () => {
    const { navigation } = navigationFrom('/?fridgeId=f&phone=13800000000&cookId=3');
    navigation.push('address', { id: '7', phone: undefined, source: '1' });
    expect(navigation.get()).toMatchObject({ path: '/address', query: { fridgeId: 'f', id: '7', source: '1' } });
    expect(navigation.query).not.toHaveProperty('phone');
    navigation.push('/prize');
    expect(navigation.query).toEqual({ fridgeId: 'f', phone: '13800000000' });
  });

  it('writes links with the same context', () => {
    expect(navigationFrom('/?brand=1').navigation.hrefOf('/open', { x: 'a b' })).toBe('/open?brand=1&x=a+b');
  });

  it('makes every visit a new one, and tells those who listen', () => {
    const { navigation } = navigationFrom('/');
    const heard = vi.fn();
    const stop = navigation.subscribe(heard);
    navigation.push('/open');
    const first = navigation.get();
    navigation.push('/open');
    expect(navigation.get().key).not.toBe(first.key);
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    navigation.push('/');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('stays on the screen for a jump to an anchor', () => {
    const { navigation, history } = navigationFrom('/open?brand=1');
    navigation.push('/rule');
    const before = navigation.get();
    const heard = vi.fn();
    navigation.subscribe(heard);
    history.jumpToAnchor('#tips');
    expect(navigation.get()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('going back', () => {
  it('goes to the entry before', () => {
    const { navigation, closePage } = navigationFrom('/');
    navigation.push('/open');
    navigation.back();
    expect(navigation.get().path).toBe('/');
    expect(closePage).not.toHaveBeenCalled();
  });

  it('closes the web view at the first entry', async () => {
    const { navigation, closePage } = navigationFrom('/open', true);
    navigation.back();
    await Promise.resolve();
    expect(closePage).toHaveBeenCalledTimes(1);
    expect(navigation.get().path).toBe('/open');
  });

  it('stays where the user went while a silent app was asked to close', async () => {
    const history = fakeHistory('/open');
    let refuse: () => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      refuse = () => resolve(false);
    });
    const closePage = vi.fn(() => answer);
    const navigation = createNavigation({ history, closePage, opens: (path) => path === '/draw' });
    navigation.back();
    navigation.push('/rule');
    refuse();
    await answer;
    await Promise.resolve();
    expect(navigation.get().path).toBe('/rule');
    expect(history.addresses()).toEqual(['/open', '/rule']);
  });

  it('asks a slow app to close once, however often back is pressed', () => {
    const closePage = vi.fn(() => new Promise<boolean>(() => {}));
    const navigation = createNavigation({ history: fakeHistory('/open'), closePage, opens: (path) => path === '/draw' });
    navigation.back();
    navigation.back();
    expect(closePage).toHaveBeenCalledOnce();
  });

  it('goes to the hall at the first entry where nothing closes, and not in a circle', async () => {
    const { navigation, history } = navigationFrom('/open?brand=1');
    navigation.back();
    await vi.waitFor(() => expect(navigation.get()).toMatchObject({ path: '/default', query: { brand: '1' } }));
    const leave = vi.spyOn(history, 'go');
    navigation.back();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(-1));
    expect(history.addresses()).toEqual(['/default?brand=1']);
  });
});
