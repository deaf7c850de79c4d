import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['create', 'dev', 'build', 'check', 'preview', 'key', 'publish', 'promote', 'rollback'];

it.each([
  ['creat', 'create'],
  ['biuld', 'build'],
  ['chek', 'check'],
  ['pub', 'publish'],
  ['roolback', 'rollback'],
  ['rollbackk', 'rollback'],
  ['promtoe', 'promote'],
  ['kye', 'key'],
  ['dve', 'dev'],
  ['status', undefined],
  ['', undefined],
])('%s means %s', (given, meant) => expect(nearestName(given, names)).toBe(meant));
