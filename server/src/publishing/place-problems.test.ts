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
const registry = { version: 1, remotes: { draw: entry('/draw') } } as const;
const canaries = { draw: { percent: 10, entry: entry('/picnic') } };
const release = (name: string, path: string) => ({ name, routes: entry(path).routes, calls: [] });

it.each([
  ['contest', '/draw', ['its route /draw belongs to draw.']],
  ["contest, of draw's canary", '/picnic', ['its route /picnic belongs to draw.']],
  ['draw', '/picnic', []],
  ['contest', '/contest', []],
])('a release of %s with %s: %j', (name, path, texts) => {
  const problems = placeProblems(
    release(name.split(',')[0] ?? '', path),
    registry,
    { windows: {}, activity2023: {} },
    canaries,
  );
  expect(problems.map(({ text }) => text)).toEqual(texts);
});
