import { expect, it } from 'vitest';
import { attributeView } from './attribute-view.ts';

const alone = { stable: '1.4.0', given: '1.4.0', canary: null };
const outside = { stable: '1.4.0', given: '1.4.0', canary: '1.5.0' };
const inside = { ...outside, given: '1.5.0' };

it.each([
  ['stable, without a canary', '1.4.0', 'tag', alone, 'tag'],
  ['stable, without a cookie', '1.4.0', null, alone, null],
  ['an earlier release', '1.3.0', 'tag', inside, 'tag'],
  ['stable', '1.4.0', 'tag', outside, 'tag'],
  ['stable, by a visitor of the canary', '1.4.0', 'tag', inside, null],
  ['the canary', '1.5.0', 'tag', inside, 'tag'],
  ['the canary, by a visitor outside of it', '1.5.0', 'tag', outside, undefined],
  ['the canary, on the first page, which took it up once it had a cookie', '1.5.0', null, outside, null],
  ['a canary that is stable by now', '1.5.0', 'tag', { ...inside, stable: '1.5.0' }, 'tag'],
  ['a canary of a remote without a stable release', '1.5.0', 'tag', { ...inside, stable: null }, 'tag'],
  ['a release of a remote that is gone', '1.4.0', 'tag', { stable: null, given: null, canary: null }, 'tag'],
] as const)('%s', (_, version, visitor, decided, attributed) =>
  expect(attributeView({ version, visitor }, decided)).toBe(attributed),
);
