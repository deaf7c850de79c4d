import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { registryDocumentSchema, registryFaults } from './registry-document.ts';

const document = (remote: object) => ({ version: 2, remotes: { draw: { enabled: true, ...remote } } });

describe('the registry document', () => {
  it('has "latest" for a release that it does not name', () =>
    expect(v.parse(registryDocumentSchema, document({})).remotes['draw']).toEqual({
      enabled: true,
      release: 'latest',
    }));

  it.each([
    { release: '1.5.0', percent: 0 },
    { release: '1.5.0', percent: 100 },
    { release: '1.5.0', percent: 10, steps: { percent: 10, minutes: 30 } },
  ])('has a canary: %j', (canary) => {
    expect(v.parse(registryDocumentSchema, document({ canary })).remotes['draw']).toMatchObject({ canary });
  });

  it.each<[string, unknown, string | RegExp]>([
    ['a switch that is text', document({ enabled: 'yes' }), /^remotes\.draw\.enabled: .*boolean/],
    ['a list of remotes', { version: 2, remotes: [] }, 'remotes: an object, not a list'],
    ['no switch', { version: 2, remotes: { draw: {} } }, /^remotes\.draw\.enabled: /],
    [
      'a word for a release',
      document({ release: 'newest' }),
      'remotes.draw.release: "latest" or a version such as 1.4.0',
    ],
    ['no release', document({ release: null }), 'remotes.draw.release: "latest" or a version such as 1.4.0'],
    ['a misspelt field', document({ relase: '1.0.0' }), 'remotes.draw.relase: unknown field'],
    ['a field beside the remotes', { version: 2, remotes: {}, note: 'x' }, 'note: unknown field'],
    ['a text with markup', document({ offText: '<b>补货</b>' }), /^remotes\.draw\.offText: plain words/],
    ['a long text', document({ offText: '长'.repeat(81) }), 'remotes.draw.offText: at most 80 characters'],
    [
      'long texts of many remotes',
      {
        version: 2,
        remotes: Object.fromEntries(
          ['a', 'b', 'c', 'd'].map((name) => [name, { enabled: false, offText: '长'.repeat(61) }]),
        ),
      },
      'remotes: their texts have 244 characters, 240 in all is the most',
    ],
    [
      'more than all visitors',
      document({ canary: { release: '1.5.0', percent: 101 } }),
      /^remotes\.draw\.canary\.percent: /,
    ],
    [
      'a part of a percent',
      document({ canary: { release: '1.5.0', percent: 0.5 } }),
      /^remotes\.draw\.canary\.percent: /,
    ],
    [
      'a canary of the latest',
      document({ canary: { release: 'latest', percent: 5 } }),
      /^remotes\.draw\.canary\.release: /,
    ],
    ['two canaries', document({ canary: [{ release: '1.5.0', percent: 5 }] }), /^remotes\.draw\.canary/],
    ...[
      { percent: 0, minutes: 30 },
      { percent: 10, minutes: 0 },
      { percent: 10 },
      { percent: 10, minutes: 1_000_000 },
    ].map((steps): [string, unknown, RegExp] => [
      `the timetable ${JSON.stringify(steps)}`,
      document({ canary: { release: '1.5.0', percent: 5, steps } }),
      /^remotes\.draw\.canary\.steps\./,
    ]),
    [
      'a name that is none',
      { version: 2, remotes: { 'Draw 1': { enabled: true } } },
      /^remotes\.Draw 1: a name of up to/,
    ],
    ['the name of the host itself', { version: 2, remotes: { host: { enabled: true } } }, /^remotes\.host: a name/],
    ['another version', { version: 3, remotes: {} }, /^version: /],
    ['a list', [], /^version: /],
    ['nothing', null, /^the whole document: /],
  ])('refuses %s by the path of the field', (_, raw, fault) =>
    expect(registryFaults(raw)[0]).toMatch(typeof fault === 'string' ? new RegExp(`^${fault}$`) : fault),
  );

  it('names every fault at once', () =>
    expect(registryFaults(document({ enabled: 1, release: 2, more: 3 }))).toHaveLength(3));
});
