import { describe, expect, it, vi } from 'vitest';
import type { Fridge, Session } from '@fridge/shared-contracts';
import { readPageContext, skinForDevice } from '@fridge/shared-contracts/page';
import { createStore } from 'zustand/vanilla';
import { readAnswer, type Requests } from './requests/requests.ts';
import { createSkin } from './skin.ts';

/** A page whose backend has this data for every model, `null` for none. */
function scene(query: Record<string, string>, device: unknown = null) {
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
  const asked: unknown[] = [];
  const get: Requests['get'] = async (path, fields, schema) => {
    asked.push([path, fields]);
    return readAnswer(JSON.stringify({ code: device === null ? 500 : 0, data: device }), schema);
  };
  const skin = createSkin(context, session, { get });
  return {
    skin,
    asked,
    async bind(sn8: string) {
      const { fridge } = session.getState();
      const bound: Fridge = fridge?.sn8 ? fridge : { fridgeId: 'f', sn8, spec: '', name: '' };
      session.setState({ fridge: bound });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('the skin', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['2', 2],
  ] as const)('of brand %s is %i and asks no one', async (brand, worn) => {
    const { skin, asked, bind } = scene({ brand }, { highBrand: 1 });
    await bind('0000B001');
    expect(skin.getState()).toBe(worn);
    expect(asked).toEqual([]);
  });

  it('is the main one until the model gives another, with one request for each model', async () => {
    const { skin, asked, bind } = scene({}, { highBrand: 1 });
    expect(skin.getState()).toBe(0);
    const heard = vi.fn();
    skin.subscribe(heard);
    await bind('0000B001');
    await bind('0000B001');
    expect(skin.getState()).toBe(1);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(asked).toHaveLength(1);
  });

  it('does not change when the brand is unknown', async () => {
    const { skin, bind } = scene({ brand: '7' });
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
  it.each(['', '0000A00', '0000A0012'])('is not asked for %j', (sn8) =>
    expect(scene({ sn8 }, { highBrand: 1 }).asked).toEqual([]),
  );

  it('is asked for from its 4th character on', async () => {
    const { skin, asked } = scene({ sn8: '0000C001' }, { highBrand: 0, devType: 'sub' });
    await vi.waitFor(() => expect(skin.getState()).toBe(2));
    expect(asked).toEqual([['/getInfo', { sn: '0C001' }]]);
  });

  it.each([null, 'x', { highBrand: {} }])('is none for the answer %j', async (device) => {
    const { skin, bind } = scene({}, device);
    await bind('0000C001');
    expect(skin.getState()).toBe(0);
  });
});
