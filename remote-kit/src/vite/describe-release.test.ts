import type { Release } from '@fridge/shared-contracts/team';
import { expect, it } from 'vitest';
import { findImportCycle, versionOf } from './describe-release.ts';

const chunks = (imports: Record<string, string[]>) =>
  new Map(Object.entries(imports).map(([file, imported]) => [file, { imports: imported }]));

it.each<[string, Record<string, string[]>, string[] | null]>([
  ['no chunk', {}, null],
  ['a file that two import', { entry: ['a', 'b'], a: ['shared'], b: ['shared'], shared: [] }, null],
  ['two that import each other', { entry: ['a'], a: ['b'], b: ['a'] }, ['a', 'b']],
  ['three in a circle', { entry: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a', 'b']],
  ['what lies outside the build', { entry: ['https://elsewhere.example/x.js'] }, null],
])('%s', (_, imports, cycle) => expect(findImportCycle(chunks(imports))).toEqual(cycle));

const file = { file: 'remoteEntry-1.js', integrity: 'sha384-a', bytes: 1 };
const release: Release = {
  kit: '1.0',
  name: 'draw',
  version: '1.0.0',
  contract: '3.0',
  title: 'A title',
  description: '',
  entry: file.file,
  scripts: [file],
  styles: [],
  assets: [],
  maps: [],
  picture: null,
  routes: [{ path: '/draw', title: 'A title', window: null, tone: null, scripts: [file.file], keeps: false }],
  bridge: ['getUserInfo'],
  requires: [],
  calls: ['/activity/draw'],
  publicParameters: [],
};

it('gives equal releases the same version', () => expect(versionOf(release)).toBe(versionOf({ ...release })));

it.each<[string, Partial<Release>]>([
  ['a file', { scripts: [{ ...file, integrity: 'sha384-b' }] }],
  ['the bridge methods', { bridge: ['getUserInfo', 'share'] }],
  ['the calls', { calls: [] }],
  ['a route', { routes: [] }],
  ['a text', { title: 'Another title' }],
])('gives a release with a change of %s another version', (_, change) => {
  expect(versionOf({ ...release, ...change })).not.toBe(versionOf(release));
});
