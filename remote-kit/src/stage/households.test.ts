import { expect, it } from 'vitest';
import { households, ownerOfToken } from './households.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  [undefined, null],
  ['Bearer x', null],
  [basic(''), null],
  [basic('a-user:'), null],
  [basic('a-user:somebody'), null],
  [basic(`a-user:${households.user.token}`), 'user'],
  [basic(`a-user:${households.noFridge.token}`), 'noFridge'],
  [basic(`a-user:${households.report.token}`), 'report'],
])('%s is a call of %s', (authorization, owner) => expect(ownerOfToken(authorization)).toBe(owner));
