import { expect, it } from 'vitest';
import { mayContainToken } from './token-parameters.ts';

it.each([
  ['https://host.test/open?brand=1', false],
  ['https://host.test/open?mywxToken=1&tokens=2#token', true],
  ['https://host.test/open?mywxToken=1&tokens=2#/x?brand=1', false],
  ['https://host.test/yearReport?brand=1&wxToken=t', true],
  ['https://host.test/#/yearReport?at=t', true],
  ['https://host.test/#/yearReport?brand=1#/?accessToken=t', true],
  ['https://host.test/yearReport?wxT%6Fken=t', true],
  ['https://host.test/?a=1#/yearReport?%61t=t', true],
  ['https://host.test/open?next=%3FwxToken%3Dt', false],
])('%s: %j', (address, expected) => expect(mayContainToken(new URL(address))).toBe(expected));
