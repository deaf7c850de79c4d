import type { RegistryEntry } from '@fridge/shared-contracts/page';
import { registryEntrySchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { droppedPaths, placeProblems } from './place-problems.ts';

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

const withRedirect = (path: string, from: string) => ({ ...entry(path), redirects: [{ from, to: path }] });

it.each<readonly [string, ReturnType<typeof withRedirect>, readonly string[]]>([
  ["another's route", withRedirect('/contest', '/Draw'), ['its redirect from /Draw belongs to draw.']],
  [
    'a page of the host',
    withRedirect('/contest', '/share'),
    ['its redirect from /share is a page of the host itself.'],
  ],
  ['nobody', withRedirect('/contest', '/works'), []],
])('refuses a redirect from %s', (_, { routes, redirects }, texts) => {
  const settings = { windows: {}, activity2023: {} };
  const problems = placeProblems({ name: 'contest', routes, redirects, calls: [] }, others, settings);
  expect(problems.map(({ text }) => text)).toEqual(texts);
});

it("keeps another remote's redirects from being routes", () => {
  const settings = { windows: {}, activity2023: {} };
  const [problem] = placeProblems(release('contest', '/wheel'), [['draw', withRedirect('/draw', '/wheel')]], settings);
  expect(problem?.text).toBe('its route /wheel belongs to draw.');
});

it.each([
  ['the first release', undefined, [], []],
  ['a route that stays', entry('/draw'), [], []],
  ['a route that it drops', entry('/wheel'), [], ['/wheel']],
  ['a redirect that it drops', withRedirect('/draw', '/wheel'), [], ['/wheel']],
  ['one that may go', entry('/wheel'), ['/wheel/'], []],
  ['one that has another name', entry('/wheel'), ['/whel'], ['/wheel']],
  ['one that leads elsewhere now', entry('/old'), [], []],
])('after %s', (_, live, named, dropped) => {
  const problems = droppedPaths(withRedirect('/draw', '/old'), live, named);
  expect(problems.map(({ text }) => /users get (\S+),/.exec(text)?.[1])).toEqual(dropped);
});
