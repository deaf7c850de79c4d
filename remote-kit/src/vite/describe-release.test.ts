import { expect, it } from 'vitest';
import { findImportCycle } from './describe-release.ts';

const chunks = (imports: Record<string, string[]>) => new Map(Object.entries(imports).map(([file, imported]) => [file, { imports: imported }]));

it.each<[string, Record<string, string[]>, string[] | null]>([
  ['no chunk', {}, null],
  ['a file that two import', { entry: ['a', 'b'], a: ['shared'], b: ['shared'], shared: [] }, null],
  ['two that import each other', { entry: ['a'], a: ['b'], b: ['a'] }, ['a', 'b']],
  ['three in a circle', { entry: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a', 'b', 'c']],
  ['what lies outside the build', { entry: ['https://elsewhere.example/x.js'] }, null],
])('%s', (_, imports, cycle) => expect(findImportCycle(chunks(imports))).toEqual(cycle));
