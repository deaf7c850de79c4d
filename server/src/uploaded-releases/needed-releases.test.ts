import { expect, it } from 'vitest';
import { LATEST } from '../registry/registry-document.ts';
import type { Promotion } from '../registry/resolve-registry.ts';
import { KEPT_PROMOTED, neededVersions, type Use } from './needed-releases.ts';

const latest = { enabled: true, release: LATEST };
const promoted = (version: string, kind: Promotion['kind'] = 'publish', of = '3.0'): Promotion => {
  return { name: 'draw', version, kind, contract: of };
};
const many = Array.from({ length: KEPT_PROMOTED + 2 }, (_, index) => `1.${index}.0`);
const lastOnes = many.slice(2);

it.each<[string, Partial<Use>, string[]]>([
  ['none of a remote that was never promoted', {}, []],
  ['the last promoted ones', { promotions: many.map((each) => promoted(each)) }, lastOnes],
  [
    'each once, however often it was promoted',
    { promotions: [...many, '1.6.0', '1.5.0', '1.6.0'].map((each) => promoted(each)) },
    lastOnes,
  ],
  [
    'the one in force, whatever was promoted for a later contract',
    { promotions: [promoted('0.9.0'), ...many.map((each) => promoted(each, 'publish', '4.0'))] },
    ['0.9.0', ...lastOnes],
  ],
  [
    'of each minor version of a contract the one in force there',
    {
      promotions: [
        promoted('0.9.0'),
        promoted('1.0.0', 'publish', '3.1'),
        ...many.map((each) => promoted(`9${each}`, 'publish', '3.2')),
      ],
    },
    ['0.9.0', '1.0.0', ...lastOnes.map((each) => `9${each}`)],
  ],
  [
    'the one that a roll-back left, as the team may promote it again',
    { promotions: [promoted('1.0.0'), promoted('1.1.0'), promoted('1.0.0', 'rollback')] },
    ['1.0.0', '1.1.0'],
  ],
  ['a pin', { decision: { enabled: true, release: '0.1.0' } }, ['0.1.0']],
  ['also while the remote is switched off', { decision: { enabled: false, release: '0.1.0' } }, ['0.1.0']],
  ['a canary', { decision: { ...latest, canary: { release: '0.2.0', percent: 5 } } }, ['0.2.0']],
  ['a pin of before', { earlier: [{ enabled: true, release: '0.3.0' }] }, ['0.3.0']],
  ['one that was promoted a moment ago', { promotedSince: ['0.4.0'] }, ['0.4.0']],
  [
    'those of a remote that is not in the document',
    { decision: undefined, promotions: [promoted('1.0.0')] },
    ['1.0.0'],
  ],
])('needs %s', (_, use, versions) => {
  const given = { decision: latest, earlier: [], promotions: [], promotedSince: [], ...use };
  expect([...neededVersions('draw', given)].toSorted()).toEqual(versions.toSorted());
});
