import { describe, expect, it, vi } from 'vitest';
import type { DialogContent } from '@fridge/shared-contracts';
import type { HistoryChange, HistoryEntry, PageHistory } from './history.ts';
import { createNavigation } from './navigation.ts';

type Entry = { address: string; key: string; personal: HistoryEntry['personal'] };

interface FakeHistory extends PageHistory {
  addresses(): string[];
  jumpToAnchor(hash: string, options?: { placeUnknown: boolean }): void;
}

/** A history of its own: entries with keys, as the browser keeps them; going through it takes effect at once. */
function fakeHistory(first: string): FakeHistory {
  let entries: Entry[] = [{ address: first, key: 'k0', personal: {} }];
  let index = 0;
  let keys = 0;
  const listeners = new Set<(change: HistoryChange) => void>();
  const tell = (popped: boolean, placeUnknown = false) =>
    listeners.forEach((listener) => listener({ popped, placeUnknown }));
  const write = (address: string, position: number, personal: HistoryEntry['personal'], key?: string) => {
    keys += 1;
    const entry = { address, key: key ?? `k${keys}`, personal };
    entries =
      position > index
        ? [...entries.slice(0, position), entry]
        : entries.map((other, which) => (which === position ? entry : other));
    index = position;
  };
  return {
    entry() {
      const { address, key, personal } = entries[index] ?? { address: '/', key: '', personal: {} };
      const { pathname, search, hash } = new URL(address, 'https://host.test');
      return { pathname, search, hash, key, personal, index };
    },
    navigate(how, address, personal) {
      write(address, how === 'push' ? index + 1 : index, personal);
      tell(false);
    },
    rewriteAddress(address, personal) {
      write(address, index, personal, entries[index]?.key);
    },
    go(delta) {
      index = Math.min(entries.length - 1, Math.max(0, index + delta));
      tell(true);
    },
    listen(listener) {
      listeners.add(listener);
    },
    addresses: () => entries.map(({ address }) => address),
    jumpToAnchor(hash, { placeUnknown } = { placeUnknown: false }) {
      const { address = '', personal = {}, key = '' } = entries[index] ?? {};
      write(address + hash, index + 1, personal, key);
      tell(true, placeUnknown);
    },
  };
}

/**
 * A navigation at an address; `confirm` answers the guards' questions, `closes` says whether the app closes the page.
 */
function at(
  address: string,
  {
    confirm = async () => true,
    closePage = async () => false,
  }: {
    confirm?: (content: DialogContent) => Promise<boolean>;
    closePage?: () => Promise<boolean>;
  } = {},
) {
  const history = fakeHistory(address);
  const page = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  const asked = vi.fn(confirm);
  const closing = vi.fn(closePage);
  const redirected = (path: string) => (path === '/old' ? '/rule' : path);
  const navigation = createNavigation({ history, window: page, confirm: asked, closePage: closing, redirected });
  return { history, navigation, back: navigation.back, closing, asked, page, visit: navigation.visit.getState };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the first visit', () => {
  it.each([
    ['/', { path: '/', query: {} }, '/'],
    ['/open/?brand=1', { path: '/open', query: { brand: '1' } }, '/open/?brand=1'],
    [
      '/#/yearReport?activityId=a&brand=2',
      { path: '/yearReport', query: { activityId: 'a', brand: '2' } },
      '/yearReport?activityId=a&brand=2',
    ],
    ['/?from=timeline#/open', { path: '/open', query: { from: 'timeline' } }, '/open?from=timeline'],
    ['/old?brand=1#tips', { path: '/rule', query: { brand: '1' } }, '/rule?brand=1#tips'],
    ['/#/old?brand=1', { path: '/rule', query: { brand: '1' } }, '/rule?brand=1'],
    ['/open#tips', { path: '/open', query: {} }, '/open#tips'],
  ])('%s', (address, visit, canonical) => {
    const page = at(address);
    expect(page.visit()).toMatchObject(visit);
    expect(page.history.addresses()).toEqual([canonical]);
  });

  it('rewrites a hash link that is followed later, in place', () => {
    const page = at('/open');
    page.history.navigate('push', '/open#/rule?brand=1', {});
    expect(page.visit()).toMatchObject({ path: '/rule', query: { brand: '1' } });
    expect(page.history.addresses()).toEqual(['/open', '/rule?brand=1']);
  });

  it('leads where a path of before leads by now, in links and in one step', () => {
    const page = at('/open?brand=1');
    expect(page.navigation.hrefOf('/old/', { id: '7' })).toBe('/rule?brand=1&id=7');
    page.navigation.push('/old');
    expect(page.visit()).toMatchObject({ path: '/rule', number: 1 });
    expect(page.history.addresses()).toEqual(['/open?brand=1', '/rule?brand=1']);
  });
});

describe('the address has nothing personal', () => {
  it.each([
    ['/?fridgeId=F1&phone=13800001001&brand=1', '/?brand=1', { fridgeId: 'F1', phone: '13800001001', brand: '1' }],
    ['/#/yearReport?wxToken=secret&brand=2', '/yearReport?brand=2', { brand: '2' }],
    ['/?userId=U1#/open?homeId=H1', '/open', { userId: 'U1', homeId: 'H1' }],
    ['/open?at=t#tips', '/open#tips', {}],
    ['/open#tips?phone=13800001001', '/open#tips', { phone: '13800001001' }],
    ['/open?phone=13800001001&phone=13800001002', '/open', {}],
  ])('%s becomes %s', (address, canonical, query) => {
    const page = at(address);
    expect(page.history.addresses()).toEqual([canonical]);
    expect(page.visit().query).toEqual(query);
    expect(Object.keys(page.history.entry().personal)).not.toContain(address.includes('wxToken') ? 'wxToken' : 'at');
  });

  it('keeps the personal parameters of a screen in the entry, also for a return to it', () => {
    const page = at('/prize?brand=1&fridgeId=F1');
    page.navigation.push('/address', { id: '7', phone: '13800001001', name: '张三' });
    expect(page.history.addresses()).toEqual(['/prize?brand=1', '/address?brand=1&id=7']);
    expect(page.visit().query).toEqual({ brand: '1', id: '7', phone: '13800001001', name: '张三' });
    page.navigation.push('/rule');
    expect(page.visit().query).toEqual({ brand: '1' });
    page.back();
    expect(page.visit().query).toEqual({ brand: '1', id: '7', phone: '13800001001', name: '张三' });
  });

  it('leads to the share page without personal parameters', () => {
    const page = at('/open?fridgeId=F1&phone=13800001001&userId=U1&wxToken=secret&brand=2');
    page.navigation.push('/share', { type: '2' });
    expect(page.history.addresses()).toEqual(['/open?brand=2', '/share?brand=2&type=2']);
    expect(page.visit().query).toEqual({ brand: '2', type: '2' });
  });

  it('removes it from an address that is typed while the page is open', () => {
    const page = at('/open');
    page.history.navigate('push', '/open#/rule?phone=13800001001', {});
    expect(page.history.addresses()).toEqual(['/open', '/rule']);
    expect(page.visit()).toMatchObject({ path: '/rule', query: { phone: '13800001001' } });
  });
});

describe('push and replace', () => {
  it('keep the public context, and let a screen add to it and remove from it', () => {
    const page = at('/?brand=1&source=a&cookId=3');
    page.navigation.push('address', { id: '7', source: undefined });
    expect(page.visit()).toMatchObject({ path: '/address', query: { brand: '1', id: '7' } });
    page.navigation.push('/prize');
    expect(page.visit().query).toEqual({ brand: '1', source: 'a' });
  });

  it('write links with the public context and nothing personal', () => {
    const { navigation } = at('/?brand=1&fridgeId=F1&wxToken=secret');
    expect(navigation.hrefOf('/open', { x: 'a b', phone: '13800001001', name: '张三' })).toBe('/open?brand=1&x=a+b');
    expect(navigation.hrefOf('//evil.example')).toBe('/evil.example?brand=1');
  });

  it('start a new visit and call listeners', () => {
    const page = at('/');
    const heard = vi.fn();
    const stop = page.navigation.visit.subscribe(heard);
    page.navigation.push('/open');
    const first = page.visit();
    page.navigation.push('/open');
    expect(page.visit().key).not.toBe(first.key);
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    page.navigation.push('/');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('stay on the screen for a jump to an anchor', () => {
    const page = at('/open?brand=1&fridgeId=F1');
    page.navigation.push('/rule');
    const before = page.visit();
    page.history.jumpToAnchor('#tips');
    expect(page.visit()).toBe(before);
    page.history.go(-1);
    expect(page.visit()).toBe(before);
    page.history.go(1);
    page.navigation.push('/open');
    page.history.go(-1);
    expect(page.visit()).toEqual({ ...before, number: before.number + 2, enteredFrom: null }); // visited anew
  });
});

describe('back', () => {
  it('goes to the previous entry', () => {
    const page = at('/');
    page.navigation.push('/open');
    page.back();
    expect(page.visit().path).toBe('/');
    expect(page.closing).not.toHaveBeenCalled();
  });

  it('closes the web view at the first entry', async () => {
    const page = at('/open', { closePage: async () => true });
    page.back();
    await settle();
    expect(page.closing).toHaveBeenCalledTimes(1);
    expect(page.visit().path).toBe('/open');
  });

  it('does nothing more when the user has navigated before the app answers', async () => {
    let refuse: () => void = () => undefined;
    const page = at('/open', { closePage: () => new Promise((resolve) => (refuse = () => resolve(false))) });
    page.back();
    page.navigation.push('/rule');
    refuse();
    await settle();
    expect(page.history.addresses()).toEqual(['/open', '/rule']);
  });

  it('calls a slow app once when back is pressed several times', () => {
    const page = at('/open', { closePage: () => new Promise<boolean>(() => {}) });
    page.back();
    page.back();
    expect(page.closing).toHaveBeenCalledOnce();
  });

  it('opens the hall when the app does not close, and leaves the product from there', async () => {
    const page = at('/open?brand=1');
    page.back();
    await settle();
    expect(page.visit()).toMatchObject({ path: '/default', query: { brand: '1' } });
    const leave = vi.spyOn(page.history, 'go');
    page.back();
    await settle();
    expect(leave).toHaveBeenCalledWith(-1);
    expect(page.history.addresses()).toEqual(['/default?brand=1']);
  });
});

describe('a guard', () => {
  const question: DialogContent = { title: '离开？', confirm: '离开', cancel: '取消' };

  it.each([
    ['a link', (page: ReturnType<typeof at>) => page.navigation.push('/rule')],
    ['a replacement', (page: ReturnType<typeof at>) => page.navigation.replace('/rule')],
    ["the header's back", (page: ReturnType<typeof at>) => page.back()],
    ["the browser's back", (page: ReturnType<typeof at>) => page.history.go(-1)],
  ])('stays on the screen at %s when the user cancels', async (_, leave) => {
    const page = at('/', { confirm: async () => false });
    page.navigation.push('/address');
    const before = page.visit();
    page.navigation.guard(() => question);
    leave(page);
    await settle();
    expect(page.asked).toHaveBeenCalledExactlyOnceWith(question);
    expect(page.visit()).toBe(before);
    expect(page.history.entry()).toMatchObject({ pathname: '/address', index: 1 });
    expect(page.history.addresses()).toEqual(['/', '/address']);
  });

  it.each([
    ['that the user declines', false, '/address', ['/', '/address', '/address#/draw']],
    ['that the user agrees to', true, '/draw', ['/', '/address', '/draw']],
  ] as const)('is asked about an address typed behind the #, %s', async (_, agrees, path, addresses) => {
    const page = at('/', { confirm: async () => agrees });
    page.navigation.push('/address');
    const before = page.visit();
    page.navigation.guard(() => question);
    page.history.jumpToAnchor('#/draw');
    expect([page.visit(), page.history.entry().index]).toEqual([before, 1]);
    await settle();
    expect([page.asked.mock.calls.length, page.visit().path, page.history.addresses()]).toEqual([1, path, addresses]);
  });

  it.each([
    [false, '/address', '/address?id=7'],
    [true, '/draw', '/draw?id=7'],
  ])('asks when the place of the new entry is unknown: %s', async (agrees, path, address) => {
    const page = at('/', { confirm: async () => agrees });
    page.navigation.push('/address', { id: '7', phone: '13800001001' });
    const before = page.visit();
    page.navigation.guard(() => question);
    page.history.jumpToAnchor('#/draw', { placeUnknown: true });
    expect([page.visit(), page.history.addresses().at(-1)]).toEqual([before, '/address?id=7']);
    await settle();
    expect([page.asked.mock.calls.length, page.visit().path, page.history.addresses().at(-1)]).toEqual([
      1,
      path,
      address,
    ]);
    if (agrees) expect(page.visit().query).toEqual({ id: '7' });
    else expect(page.visit()).toBe(before);
  });

  it('does not ask for an address behind the # that means the same screen', async () => {
    const page = at('/', { confirm: async () => false });
    page.navigation.push('/address', { id: '7', phone: '13800001001' });
    const before = page.visit();
    page.navigation.guard(() => question);
    page.history.jumpToAnchor('#/address');
    await settle();
    expect([page.visit() === before, page.asked.mock.calls.length, page.history.addresses().at(-1)]).toEqual([
      true,
      0,
      '/address?id=7',
    ]);
  });

  it.each([
    ['a link', (page: ReturnType<typeof at>) => page.navigation.push('/rule'), '/rule'],
    ["the header's back", (page: ReturnType<typeof at>) => page.back(), '/'],
    ["the browser's back", (page: ReturnType<typeof at>) => page.history.go(-1), '/'],
  ])('leaves the screen at %s when the user confirms', async (_, leave, path) => {
    const page = at('/');
    page.navigation.push('/address');
    page.navigation.guard(() => question);
    leave(page);
    await settle();
    expect(page.asked).toHaveBeenCalledOnce();
    expect(page.visit().path).toBe(path);
  });

  it('asks once at a time, at the first entry too', async () => {
    const page = at('/address', { confirm: () => new Promise<boolean>(() => {}) });
    page.navigation.guard(() => question);
    page.back();
    page.back();
    page.navigation.push('/rule');
    await settle();
    expect(page.asked).toHaveBeenCalledOnce();
    expect(page.closing).not.toHaveBeenCalled();
  });

  it('does not ask without a question, for an anchor, or once removed', async () => {
    const page = at('/address', { confirm: async () => false });
    const stopEmpty = page.navigation.guard(() => null);
    page.navigation.push('/address');
    stopEmpty();
    const stop = page.navigation.guard(() => question);
    page.history.jumpToAnchor('#form');
    stop();
    page.navigation.push('/rule');
    await settle();
    expect(page.asked).not.toHaveBeenCalled();
    expect(page.visit().path).toBe('/rule');
  });

  it("shows the browser's own question on unload, and listens only while there is a guard", () => {
    const page = at('/address');
    expect(page.page.addEventListener).not.toHaveBeenCalled();
    let content: DialogContent | null = null;
    const stop = page.navigation.guard(() => content);
    const [name, listener] = page.page.addEventListener.mock.calls[0] ?? [];
    const event = { preventDefault: vi.fn() };
    listener(event);
    expect([name, event.preventDefault.mock.calls.length]).toEqual(['beforeunload', 0]);
    content = question;
    listener(event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    stop();
    expect(page.page.removeEventListener).toHaveBeenCalledWith('beforeunload', listener);
  });
});
