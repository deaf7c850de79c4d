import { expect, it } from 'vitest';
import { KEPT_FOR_MS, MOST_BUILDS, unneededBuilds } from './unneeded-builds.ts';

const NOW = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

/** `a:30`: the build a, last served 30 hours ago. */
const builds = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [id = '', hours] = each.split(':');
      return { id, servedAt: new Date(NOW - Number(hours) * HOUR) };
    });

it.each<[string, string[]]>([
  ['', []],
  ['a:900', []],
  ['a:900 b:800 c:700', []],
  ['a:900 b:800 c:700 d:0', ['a']],
  ['d:0 c:700 b:800 a:900', ['a']],
  ['a:23 b:22 c:3 d:2 e:0', []],
  [`a:${KEPT_FOR_MS / HOUR + 1} b:22 c:3 d:2 e:0`, ['a']],
  ['a:0 b:1 c:700 d:600', ['c']], // back at a
  ['a:-900 b:0 c:100 d:200', ['d']], // a clock that ran ahead
])('of %s: %j', (text, unneeded) => expect(unneededBuilds(builds(text), NOW)).toEqual(unneeded));

it('bounds those of one day', () => {
  const many = Array.from({ length: MOST_BUILDS + 2 }, (_, index) => `b${index}:${index / 10}`);
  expect(unneededBuilds(builds(many.join(' ')), NOW)).toEqual(['b20', 'b21']);
});
