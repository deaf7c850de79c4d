import { describe, expect, it, vi } from 'vitest';
import type { Fridge, Session } from '@fridge/shared-contracts';
import { readPageContext } from '@fridge/shared-contracts/page';
import { createStore } from 'zustand/vanilla';
import { readAnswer, type Requests } from './requests/requests.ts';
import { createSkin, lookUpBrand, skinForDevice } from './skin.ts';

describe('the skin', () => {
  function scene(query: Record<string, string>, brands: Record<string, 0 | 1 | 2 | null>) {
    const context = readPageContext({ query });
    const session = createStore<Session>(() => ({
      status: 'unknown',
      userId: '',
      nickName: '',
      headImgUrl: '',
      mobile: '',
      homeId: '',
      needsFridge: false,
      fridge: context.fridgeId ? { fridgeId: context.fridgeId, sn8: context.sn8, spec: '', name: '' } : null,
    }));
    const lookUp = vi.fn(async (sn8: string) => brands[sn8] ?? null);
    const skin = createSkin(context, session, lookUp);
    return {
      skin,
      lookUp,
      async bind(sn8: string) {
        const { fridge } = session.getState();
        const bound: Fridge = fridge?.sn8 ? fridge : { fridgeId: 'f', sn8, spec: '', name: '' };
        session.setState({ fridge: bound });
        await Promise.resolve();
        await Promise.resolve();
      },
    };
  }

  it.each([
    ['0', 0],
    ['1', 1],
    ['2', 2],
  ] as const)('of brand %s is %i and asks no one', async (brand, worn) => {
    const { skin, lookUp, bind } = scene({ brand }, { '0000B001': 1 });
    await bind('0000B001');
    expect(skin.getState()).toBe(worn);
    expect(lookUp).not.toHaveBeenCalled();
  });

  it('is the main one until the model gives another, with one request for each model', async () => {
    const { skin, lookUp, bind } = scene({}, { '0000B001': 1 });
    expect(skin.getState()).toBe(0);
    const heard = vi.fn();
    skin.subscribe(heard);
    await bind('0000B001');
    await bind('0000B001');
    expect(skin.getState()).toBe(1);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(lookUp.mock.calls.filter(([sn8]) => sn8 === '0000B001')).toHaveLength(1);
  });

  it('does not change when the brand is unknown', async () => {
    const { skin, bind } = scene({ brand: '7' }, {});
    await bind('0000B001');
    expect(skin.getState()).toBe(0);
  });

  it.each([
    [1, '', 1],
    ['1', '', 1],
    [1, 'sub', 1],
    [0, 'sub', 2],
    [2, 'sub', 2],
    [0, '', 0],
    ['', 'SUB', 0],
    ['10', 'subs', 0],
  ] as const)('of highBrand %j and devType %j is %i', (highBrand, devType, skin) =>
    expect(skinForDevice({ highBrand, devType })).toBe(skin),
  );
});

describe('the brand of a model', () => {
  /** Requests whose one answer has this data, `null` for none. */
  function answering(data: unknown) {
    const asked: unknown[] = [];
    const get: Requests['get'] = async (path, fields, schema) => {
      asked.push([path, fields]);
      return readAnswer(JSON.stringify({ code: data === null ? 500 : 0, data }), schema);
    };
    return { get, asked };
  }

  it.each(['', '0000A00', '0000A0012'])('is not asked for %j', async (sn8) => {
    const { get, asked } = answering({});
    expect(await lookUpBrand(sn8, { get })).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is asked for from its 4th character on', async () => {
    const { get, asked } = answering({ highBrand: 0, devType: 'sub' });
    expect(await lookUpBrand('0000C001', { get })).toBe(2);
    expect(asked).toEqual([['/getInfo', { sn: '0C001' }]]);
  });

  it.each([null, 'x', { highBrand: {} }])('is none for the answer %j', async (data) => {
    expect(await lookUpBrand('0000C001', answering(data))).toBeNull();
  });
});
