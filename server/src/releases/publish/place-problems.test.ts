import type { RegistryEntry } from '@fridge/shared-contracts/page';
import { registryEntrySchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { placeProblems } from './place-problems.ts';

const entry = (path: string): RegistryEntry =>
  v.parse(registryEntrySchema, {
    enabled: true,
    title: 'draw',
    description: '',
    routes: [path],
    entry: 'https://draw.example/remoteEntry.js',
  });
const others = [['draw', entry('/draw')] as const, ['draw', entry('/picnic')] as const];
const release = (name: string, path: string) => ({ name, routes: entry(path).routes, calls: [] });

it.each<readonly [string, string, readonly string[]]>([
  ['contest', '/draw', ['its route /draw belongs to draw.']],
  ["contest, of draw's canary", '/picnic', ['its route /picnic belongs to draw.']],
  ['contest', '/Draw', ['its route /Draw belongs to draw.']],
  ...['/live', '/ready', '/health', '/assets/x', '/Default'].map((path) => {
    return ['contest', path, [`its route ${path} is a page of the host itself.`]] as const;
  }),
  ['draw', '/picnic', []],
  ['contest', '/contest', []],
])('a release of %s with %s: %j', (name, path, texts) => {
  const settings = { windows: {}, activity2023: {} };
  const problems = placeProblems(release(name.split(',')[0] ?? '', path), others, settings);
  expect(problems.map(({ text }) => text)).toEqual(texts);
});
