import { expect, it } from 'vitest';
import { askedContract } from './host-contract.ts';

it.each([
  ['?contract=3', null],
  ['?contract=3.0', { major: 3, minor: 0 }],
  ['?contract=4.12', { major: 4, minor: 12 }],
  ['?a=b&contract=9999.9999', { major: 9999, minor: 9999 }],
  ['?contract=%33.0', { major: 3, minor: 0 }],
  ['', null],
  ['?', null],
  ['?contract', null],
  ['?contract=', null],
  ['?contract=99999', null],
  ['?contract=-3', null],
  ['?contract=3.', null],
  ['?contract=3.0.1', null],
  ['?contract=3e0', null],
  ['?contract=three', null],
  ['?contract=%00%ff', null],
  ['?contract=3&contract=4.0', null],
  ['?contract[]=3', null],
  [`?contract=${'3'.repeat(9_000)}`, null],
])('/remotes.json%s asks for %j', (query, asked) => expect(askedContract(`/remotes.json${query}`)).toEqual(asked));
