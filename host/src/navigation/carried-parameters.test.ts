import { expect, it } from 'vitest';
import { carriedParameters } from './carried-parameters.ts';

it('carries the page context and nothing of the screen', () => {
  expect(carriedParameters({ fridgeId: 'f', mobile: '1', brand: '1', wxToken: 'w', meijuBanner: '1', cookId: '7', type: '2', name: '张' })).toEqual({
    fridgeId: 'f', mobile: '1', brand: '1', wxToken: 'w', meijuBanner: '1',
  });
});
