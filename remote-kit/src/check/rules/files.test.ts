import { contractText } from '@fridge/shared-contracts';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { BuiltRelease } from '../../stage/built-release.ts';
import { judgeFiles } from './files.ts';
import { judgeForSite } from './site.ts';

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
const judge = (parts: Parameters<typeof built>[0]) =>
  judgeFiles(built(parts), []).map(({ rule, route, what }) => `${rule} ${route}: ${what}`);

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

it('counts scripts and styles of a route as a user gets them, and names calls of other teams', () => {
  const judged = (sizeBudget: number, calls: string[] = []) => {
    const whole = built();
    return judgeForSite({ ...whole, release: { ...whole.release, calls } }, { team: 'outdoors', sizeBudget }).map(
      ({ rule, route, what }) => `${rule} ${route}: ${what}`,
    );
  };
  expect(judged(1_000, ['/team/outdoors/near', '/activity/a'])).toEqual([]);
  expect(judged(60, ['/team/picnic/near'])).toEqual([
    "calls null: its call /team/picnic/near is another team's: outdoors has calls below /team/outdoors/ only.",
    expect.stringMatching(
      /^size \/picnic: its route \/picnic needs \d+ B of scripts and styles \(gzip\), and this site takes 60 B\./,
    ),
  ]);
});

it('tells what publishing would refuse', () =>
  expect(judgeFiles(built(), ['its entry is missing.'])).toMatchObject([
    { level: 'fault', rule: 'release', what: 'publishing would refuse it: its entry is missing.' },
  ]));
