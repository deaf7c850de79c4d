import { expect, it, vi } from 'vitest';
import { buildSession } from '../session/build-session.ts';
import { readPageContext } from '@fridge/shared-contracts';
import { createSkin } from './create-skin.ts';

function scene(query: Record<string, string>, brands: Record<string, 0 | 1 | 2 | null>) {
  const context = readPageContext({ query });
  const held: { changed?: () => void } = {};
  let home: { homeId: string; fridges: { fridgeId: string; sn8: string; spec: string; name: string }[] } | null = null;
  const session = {
    get: () => buildSession(context, { status: 'unknown', user: null, home }),
    subscribe(listener: () => void) {
      held.changed = listener;
      return () => {};
    },
  };
  const lookUp = vi.fn(async (sn8: string) => brands[sn8] ?? null);
  const skin = createSkin(context, session, lookUp);
  return {
    skin,
    lookUp,
    async bind(sn8: string) {
      home = { homeId: 'h', fridges: [{ fridgeId: 'f', sn8, spec: '', name: '' }] };
      held.changed?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it.each([['0', 0], ['1', 1], ['2', 2]] as const)('brand %s wears skin %i and asks no one', async (brand, worn) => {
  const { skin, lookUp, bind } = scene({ brand }, { '0000B001': 1 });
  await bind('0000B001');
  expect(skin.get()).toBe(worn);
  expect(lookUp).not.toHaveBeenCalled();
});

it('wears the main skin until the fridge tells another, asking once for a model', async () => {
  const { skin, lookUp, bind } = scene({}, { '0000B001': 1 });
  expect(skin.get()).toBe(0);
  const heard = vi.fn();
  skin.subscribe(heard);
  await bind('0000B001');
  await bind('0000B001');
  expect(skin.get()).toBe(1);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(lookUp.mock.calls.filter(([sn8]) => sn8 === '0000B001')).toHaveLength(1);
});

it('keeps its skin when the brand can not be told', async () => {
  const { skin, bind } = scene({ brand: '7' }, {});
  await bind('0000B001');
  expect(skin.get()).toBe(0);
});
