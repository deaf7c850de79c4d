import { describe, expect, it } from 'vitest';
import { signedText } from '@fridge/shared-contracts';
import { signFields } from './sign-fields.ts';

const random: Pick<Crypto, 'getRandomValues'> = {
  getRandomValues<T>(array: T): T {
    if (array instanceof Uint8Array) array.forEach((_, index) => { array[index] = index; });
    return array;
  },
};
const signing = { sign: async (fields: Record<string, string>) => `signed(${signedText(fields)})`, now: () => 1_690_855_200_000, random };

describe('signFields', () => {
  it('adds the time, a nonce of 128 bits and the token over all of them', async () => {
    expect(await signFields({ userId: 'u' }, signing)).toEqual({
      stamp: 1_690_855_200_000,
      fields: {
        userId: 'u',
        time_stamp: '1690855200000',
        nonce: '000102030405060708090a0b0c0d0e0f',
        token: 'signed(nonce000102030405060708090a0b0c0d0e0ftime_stamp1690855200000userIdu)',
      },
    });
  });

  it('leaves out what is absent or empty, and keeps white space and zeros', async () => {
    const { fields } = await signFields({ a: undefined, b: '', c: ' ', d: '0' }, signing);
    expect(Object.keys(fields).sort()).toEqual(['c', 'd', 'nonce', 'time_stamp', 'token']);
  });

  it('never signs twice with one nonce', async () => {
    const real = { ...signing, random: crypto };
    const [one, two] = await Promise.all([signFields({}, real), signFields({}, real)]);
    expect(one.fields['nonce']).not.toBe(two.fields['nonce']);
    expect(one.fields['nonce']).toMatch(/^[0-9a-f]{32}$/);
  });
});
