import { describe, expect, it } from 'vitest';
import { readAddress } from '@fridge/shared-contracts';
import { takePersonal } from './take-personal.ts';

/** A tab's storage; `refuses` as a browser's does with cookies blocked or no room left. */
function tab({ refuses = false, text = null as string | null } = {}) {
  const storage = {
    text,
    getItem() {
      if (refuses) throw new Error('refused');
      return storage.text;
    },
    setItem(_key: string, value: string) {
      if (refuses) throw new Error('full');
      storage.text = value;
    },
  };
  return storage;
}
const at = (address: string) => readAddress(new URL(address, 'https://host.test'));
const full = '/#/yearReport?fridgeId=F1&phone=13800000001&userId=U1&wxToken=t&brand=1&type=2';

describe('the first address', () => {
  it('is parted into what may stand in the bar and what may not', () => {
    expect(takePersonal(at(full), tab())).toEqual({
      address: { path: '/yearReport', query: { fridgeId: 'F1', phone: '13800000001', userId: 'U1', wxToken: 't', brand: '1', type: '2' } },
      open: { brand: '1', type: '2' },
      personal: { fridgeId: 'F1', phone: '13800000001', userId: 'U1', wxToken: 't' },
    });
  });

  it('means the same after a reload, when its personal part is gone', () => {
    const storage = tab();
    takePersonal(at(full), storage);
    expect(takePersonal(at('/yearReport?brand=1'), storage)).toMatchObject({
      address: { query: { fridgeId: 'F1', phone: '13800000001', userId: 'U1', wxToken: 't', brand: '1' } },
      open: { brand: '1' },
    });
  });

  it('replaces what was kept as a whole, so that two people never mix', () => {
    const storage = tab();
    takePersonal(at(full), storage);
    takePersonal(at('/draw?userId=U2'), storage);
    expect(takePersonal(at('/draw'), storage).personal).toEqual({ userId: 'U2' });
  });

  it.each([{ refuses: true }, 'none' as const])('lasts for the visit where the tab keeps nothing: %j', (how) => {
    const storage = how === 'none' ? null : tab(how);
    expect(takePersonal(at(full), storage).personal).toMatchObject({ userId: 'U1' });
    expect(takePersonal(at('/draw'), storage)).toMatchObject({ personal: {} });
  });

  it.each(['', '{', 'null', '[]', '7', '{"userId":7}', '{"userId":""}', '{"brand":"1"}', '{"userId":"U1","onclick":"x"}', JSON.stringify({ userId: 'x'.repeat(2049) })])(
    'takes nothing back from %j',
    (text) => expect(takePersonal(at('/draw?brand=2'), tab({ text })).address.query).toEqual({ brand: '2' }),
  );
});
