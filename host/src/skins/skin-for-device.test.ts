import { describe, expect, it } from 'vitest';
import { skinForDevice } from './skin-for-device.ts';

describe('skinForDevice', () => {
  it.each([
    [1, '', 1],
    ['1', '', 1],
    [1, 'sub', 1],
    [0, 'sub', 2],
    [null, 'sub', 2],
    [2, 'sub', 2],
    [0, '', 0],
    ['', 'SUB', 0],
    ['10', 'subs', 0],
  ] as const)('highBrand %j, devType %j: skin %i', (highBrand, devType, skin) => {
    expect(skinForDevice({ highBrand, devType })).toBe(skin);
  });
});
