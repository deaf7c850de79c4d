import { contractText } from '@fridge/shared-contracts';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { BuiltRelease } from '../../stage/built-release.ts';
import { judgeFiles } from './files.ts';

const described = (file: string) => ({ file, integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 });
const built = ({ css = '.picnic_a { color: red; }', js = 'draw()', path = '/picnic' } = {}): BuiltRelease => ({
  release: v.parse(releaseSchema, {
    name: 'picnic',
    version: '1.0.0',
    contract: contractText,
    title: 'a',
    description: '',
    entry: 'remoteEntry.js',
    scripts: [described('remoteEntry.js')],
    styles: [described('style.css')],
    picture: null,
    routes: [{ path, scripts: ['remoteEntry.js'] }],
    bridge: [],
    requires: [],
    calls: [],
    publicParameters: [],
  }),
  text: '',
  files: new Map([
    ['remoteEntry.js', Buffer.from(js)],
    ['style.css', Buffer.from(css)],
  ]),
});
const judge = (parts: Parameters<typeof built>[0], budget = 1_000) =>
  judgeFiles(built(parts), [], budget).map(({ rule, route, what }) => `${rule} ${route}: ${what}`);

it.each(['/picnic', '/picnic_2024'])('finds nothing in files that keep the rules, with the route %s', (path) =>
  expect(judge({ path })).toEqual([]),
);

it.each<[string, Parameters<typeof built>[0], string]>([
  [
    'a selector that reaches out',
    { css: 'body { margin: 0; }' },
    'styles null: style.css reaches out of its own classes: body',
  ],
  [
    'a style below the floor',
    { css: '.a { height: 100dvh; }' },
    'floor null: styles below the browser floor: .a { height: 100dvh }',
  ],
  ['code below the floor', { js: 'structuredClone(a)' }, 'floor null: code below the browser floor: remoteEntry.js'],
  ['a route with a phone in it', { path: '/p13900002001' }, "release /p13900002001: usage events can't name the route"],
])('%s', (_, parts, found) => expect(judge(parts)).toEqual([expect.stringContaining(found)]));

it('counts scripts and styles of a route as a user gets them', () => {
  expect(judge({}, 60)).toEqual([expect.stringMatching(/^size \/picnic: its scripts and styles are \d+ B \(gzip\)/)]);
});

it('tells what publishing would refuse', () =>
  expect(judgeFiles(built(), ['its entry is missing.'], 1_000)).toMatchObject([
    { level: 'fault', rule: 'release', what: 'publishing would refuse it: its entry is missing.' },
  ]));
