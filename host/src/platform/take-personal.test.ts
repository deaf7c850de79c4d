import { describe, expect, it } from 'vitest';
import { readAddress } from '@fridge/shared-contracts/page';
import { takePersonal } from './take-personal.ts';

/** A tab's storage; `refuses` as a browser's does with cookies blocked or no room left. */
function tab({ refuses = false, text = null as string | null } = {}) {
  const items = new Map(text === null ? [] : [['personal-parameters', text]]);
  const check = () => {
    if (refuses) throw new Error('refused');
  };
  return {
    items,
    getItem: (key: string) => (check(), items.get(key) ?? null),
    setItem: (key: string, value: string) => (check(), void items.set(key, value)),
    removeItem: (key: string) => (check(), void items.delete(key)),
  };
}
type Tab = ReturnType<typeof tab>;
/** A page that comes and goes in the tab. */
function open(address: ReturnType<typeof readAddress>, storage: Tab | null) {
  const page = new EventTarget();
  const taken = takePersonal(address, storage, page as Window); // it is listened to and nothing else
  return {
    taken,
    leave: () => page.dispatchEvent(new Event('pagehide')),
    comeBack: () => page.dispatchEvent(new Event('pageshow')),
  };
}
const at = (address: string) => readAddress(new URL(address, 'https://host.test'));
const full = '/#/yearReport?fridgeId=F1&phone=13800000001&userId=U1&wxToken=t&brand=1&type=2';

describe('the first address', () => {
  it('is returned whole, and its personal parameters are stored without tokens', () => {
    const storage = tab();
    expect(open(at(full), storage).taken).toEqual({
      path: '/yearReport',
      query: { fridgeId: 'F1', phone: '13800000001', userId: 'U1', wxToken: 't', brand: '1', type: '2' },
    });
    expect([...storage.items.values()]).toEqual([
      JSON.stringify({ fridgeId: 'F1', phone: '13800000001', userId: 'U1' }),
    ]);
  });

  it('means the same after a reload, when its personal part is gone', () => {
    const storage = tab();
    open(at(full), storage).leave();
    expect(open(at('/yearReport?brand=1'), storage).taken.query).toEqual({
      fridgeId: 'F1',
      phone: '13800000001',
      userId: 'U1',
      wxToken: 't',
      brand: '1',
    });
  });

  it('leaves no token in the storage while a page is open', () => {
    const storage = tab();
    const tokens = () => [...storage.items].filter(([, text]) => text.includes('wxToken')).length;
    const first = open(at(full), storage);
    expect(tokens()).toBe(0);
    first.leave();
    expect(tokens()).toBe(1);
    first.comeBack();
    expect(tokens()).toBe(0);
    first.leave();
    expect([open(at('/yearReport'), storage).taken.query['wxToken'], tokens()]).toEqual(['t', 0]);
  });

  it('replaces the stored parameters as a whole, so that two users never mix', () => {
    const storage = tab();
    open(at(full), storage);
    open(at('/draw?userId=U2'), storage).leave();
    expect(open(at('/draw'), storage).taken.query).toEqual({ userId: 'U2' });
  });

  it.each([{ refuses: true }, 'none' as const])('lasts for the visit without a storage: %j', (how) => {
    const storage = how === 'none' ? null : tab(how);
    expect(open(at(full), storage).taken.query).toMatchObject({ userId: 'U1' });
    expect(open(at('/draw'), storage).taken.query).toEqual({});
  });

  it.each([
    ['of another release', { userId: 'U1', colour: 'red' }],
    ['malformed', { userId: 'U1', phone: 7 }],
    ['too long', { userId: 'U1', name: 'x'.repeat(2049) }],
  ])('leaves out a stored one that is %s, and keeps the others', (_, stored) =>
    expect(open(at('/draw?brand=2'), tab({ text: JSON.stringify(stored) })).taken.query).toEqual({
      brand: '2',
      userId: 'U1',
    }),
  );

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"userId":7}',
    '{"userId":""}',
    '{"brand":"1"}',
    '{"onclick":"x"}',
    JSON.stringify({ userId: 'x'.repeat(2049) }),
  ])('reads nothing from %j', (text) =>
    expect(open(at('/draw?brand=2'), tab({ text })).taken.query).toEqual({ brand: '2' }),
  );
});
