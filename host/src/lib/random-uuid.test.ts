import { expect, it } from 'vitest';
import { NONCE } from '@fridge/shared-contracts/host';
import { randomUuid } from './random-uuid.ts';

it.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('sets version and variant over bytes of %i', (byte, uuid) => {
  const random: Pick<Crypto, 'getRandomValues'> = {
    getRandomValues<T>(array: T): T {
      if (array instanceof Uint8Array) array.fill(byte);
      return array;
    },
  };
  expect(randomUuid(random)).toBe(uuid);
});

it('is a nonce of the wire, and another each time', () => {
  const many = Array.from({ length: 1_000 }, () => randomUuid(crypto));
  expect(many.every((uuid) => uuid.length === 36 && NONCE.test(uuid))).toBe(true);
  expect(new Set(many).size).toBe(many.length);
});
