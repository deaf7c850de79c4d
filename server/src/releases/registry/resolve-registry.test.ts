import { describe, expect, it } from 'vitest';
import type { RegistryDocument } from './registry-document.ts';
import {
  isLeftOut,
  type Promotion,
  promotedReleases,
  type ReleaseRecords,
  resolveRegistry,
} from './resolve-registry.ts';

const contract = { major: 3, minor: 1 };

/** `1.0` (publish), `1.0*` (roll-back); the contract is 3.0 unless `@` says another. */
const rows = (text: string, name = 'draw'): Promotion[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((row) => {
      const [version = '', built = '3.0'] = row.replace('*', '').split('@');
      return { name, version: `${version}.0`, isRollBack: row.includes('*'), contract: built };
    });

const release = (name: string, version: string, built = '3.0') => ({
  name,
  version,
  baseUrl: `https://${name}.example/${version}/`,
  description: { title: name, description: '', contract: built, entry: 'remoteEntry.js', routes: [`/${name}`] },
});

describe('the promoted releases', () => {
  it.each([
    ['', []],
    ['1.0', ['1.0.0']],
    ['1.0 1.1', ['1.0.0', '1.1.0']],
    ['1.0 1.0', ['1.0.0']],
    ['1.0 1.1 1.0*', ['1.0.0']],
    ['1.0 1.1 1.2 1.1* 1.0*', ['1.0.0']],
    ['1.0 1.1 1.0* 1.2', ['1.0.0', '1.2.0']],
    ['1.0 1.1 1.0* 1.1', ['1.0.0', '1.1.0']],
    ['1.0 1.1 1.0 1.1*', ['1.0.0', '1.1.0']],
    ['1.0 1.1@4.0', ['1.0.0']],
    ['1.0 1.1@3.2', ['1.0.0']],
    ['0.9@2.0 1.0', ['1.0.0']],
    ['1.0 1.1 2.0@4.0 1.0*', ['1.0.0']],
    ['1.0@4.0', []],
    ['1.0@nonsense', []],
  ])('%s: %j', (text, versions) => expect(promotedReleases('draw', rows(text), contract)).toEqual(versions));

  it('are those published ahead once the host speaks their contract', () =>
    expect(promotedReleases('draw', rows('1.0 1.1 2.0@4.0 1.0*'), { major: 4, minor: 0 })).toEqual(['2.0.0']));

  it('are of one remote', () =>
    expect(promotedReleases('draw', [...rows('1.0'), ...rows('9.0', 'contest')], contract)).toEqual(['1.0.0']));
});

const records = (changes: Partial<ReleaseRecords> = {}): ReleaseRecords => ({
  names: ['draw'],
  promotions: rows('1.0 1.1'),
  releases: [release('draw', '1.0.0'), release('draw', '1.1.0'), release('draw', '2.0.0', '4.0')],
  ...changes,
});
const draw = (decision: Partial<RegistryDocument['remotes'][string]> = {}): RegistryDocument => ({
  version: 2,
  remotes: { draw: { enabled: true, release: 'latest', ...decision } },
});

describe('resolveRegistry', () => {
  it.each<[string, RegistryDocument, ReleaseRecords, object]>([
    ['the last promoted release', draw(), records(), { enabled: true, pin: null, version: '1.1.0' }],
    ['its address', draw(), records(), { entry: 'https://draw.example/1.1.0/remoteEntry.js' }],
    ['a pin', draw({ release: '1.0.0' }), records(), { pin: '1.0.0', version: '1.0.0' }],
    ['a pin that was never promoted', draw({ release: '1.0.0' }), records({ promotions: [] }), { version: '1.0.0' }],
    ['a switch', draw({ enabled: false }), records(), { enabled: false, stopped: false, version: '1.1.0' }],
    ['a stop, to hosts that know none as off', draw({ stopped: true }), records(), { enabled: false, stopped: true }],
    [
      'the last promoted release instead of a pin for another contract',
      draw({ release: '2.0.0' }),
      records(),
      { pin: null, version: '1.1.0' },
    ],
    ['a roll-back', draw(), records({ promotions: rows('1.0 1.1 1.0*') }), { pin: null, version: '1.0.0' }],
    [
      'a canary, as the stable release',
      draw({ canary: { release: '1.0.0', percent: 50 } }),
      records(),
      { version: '1.1.0' },
    ],
  ])('gives %s', (_, document, releases, entry) => {
    const resolved = resolveRegistry(document, releases, contract);
    expect(resolved.entries.filter(isLeftOut)).toEqual([]);
    expect(resolved.registry.remotes['draw']).toMatchObject(entry);
  });

  it.each<[string, RegistryDocument, ReleaseRecords, string | RegExp]>([
    ['without a release', draw(), records({ names: [], promotions: [] }), 'it has no release: publish one'],
    ['that was never promoted', draw(), records({ promotions: [] }), 'none of its releases was promoted: pin one'],
    [
      'for another contract',
      draw(),
      records({ promotions: rows('2.0@4.0') }),
      /^none .* contract 3\.1; the last, 2\.0\.0, is built for 4\.0$/,
    ],
    [
      'whose pin gives way to none',
      draw({ release: '9.0.0' }),
      records({ promotions: rows('2.0@4.0') }),
      /^pin 9\.0\.0: its release 9\.0\.0 isn't there: .*; none of its releases fits this host's contract 3\.1; the last/,
    ],
    [
      'with a broken description',
      draw(),
      records({ releases: [{ ...release('draw', '1.1.0'), description: {} }] }),
      /^the description of its release 1\.1\.0 can't be read: title: /,
    ],
  ])('leaves out a remote %s, alone and by name', (_, document, releases, problem) => {
    const { remotes } = document;
    const both = { ...document, remotes: { ...remotes, contest: { enabled: true, release: '1.0.0' } } };
    const resolved = resolveRegistry(
      both,
      {
        ...releases,
        names: [...releases.names, 'contest'],
        releases: [...releases.releases, release('contest', '1.0.0')],
      },
      contract,
    );
    expect(Object.keys(resolved.registry.remotes)).toEqual(['contest']);
    expect(resolved.entries.filter(isLeftOut)).toMatchObject([
      { name: 'draw', reason: { text: typeof problem === 'string' ? problem : expect.stringMatching(problem) } },
    ]);
  });

  it.each([
    ['is for another contract', '2.0.0', 'it is built for contract 4.0, and this host speaks 3.1'],
    ["isn't there", '9.0.0', "its release 9.0.0 isn't there: publish it, or name another"],
  ])('gives the last promoted release where a pin %s, and says so', (_, pin, problem) => {
    const { registry, entries } = resolveRegistry(draw({ release: pin }), records(), contract);
    expect(registry.remotes['draw']).toMatchObject({ version: '1.1.0', pin: null });
    const reason = { kind: 'gaveWay', text: `pin ${pin}: ${problem}` };
    expect(entries).toMatchObject([{ name: 'draw', channel: 'stable', release: { version: '1.1.0' }, reason }]);
  });

  it.each<[string, string[], string[], string[]]>([
    ['of its own', ['/contest', '/new'], ['/draw', '/newer'], []],
    ['of the stable release of another remote', ['/contest', '/draw'], ['/draw'], ['contest: /draw belongs to draw']],
    ['of the host', ['/contest'], ['/default'], ['draw: /default is a page of the host itself']],
    ['of a canary before it', ['/new'], ['/draw', '/new/'], ['draw: /new belongs to contest']],
  ])('gives a canary with a route %s, or names it', (_, routesOfContest, routesOfDraw, problems) => {
    const decision = { enabled: true, release: 'latest', canary: { release: '1.5.0', percent: 50 } };
    const routed = (name: string, routes: string[]) => {
      const { description, ...canary } = release(name, '1.5.0');
      return [release(name, '1.0.0'), { ...canary, description: { ...description, routes } }];
    };
    const { canaries, entries } = resolveRegistry(
      { version: 2, remotes: { contest: decision, draw: decision } },
      {
        names: ['contest', 'draw'],
        promotions: [...rows('1.0', 'contest'), ...rows('1.0')],
        releases: [...routed('contest', routesOfContest), ...routed('draw', routesOfDraw)],
      },
      contract,
    );
    const told = entries.flatMap(({ name, reason }) => (reason === null ? [] : `${name}: ${reason.text}`));
    expect(told).toEqual(problems.map((problem) => problem.replace(': ', ': canary 1.5.0: its route ') + '.'));
    expect(Object.keys(canaries)).toHaveLength(2 - problems.length);
  });

  it('takes the pin where it fits', () =>
    expect(resolveRegistry(draw({ release: '2.0.0' }), records(), { major: 4, minor: 2 })).toMatchObject({
      registry: { remotes: { draw: { pin: '2.0.0', version: '2.0.0' } } },
      entries: [{ reason: { kind: 'pinned' } }],
    }));

  it.each([
    ['that is off', { enabled: false }, 'off'],
    ['that is stopped', { stopped: true }, 'off'],
    ['that is on', {}, undefined],
  ])('gives the entry of a remote %s its reason', (_, decision, kind) =>
    expect(resolveRegistry(draw(decision), records(), contract).entries[0]?.reason?.kind).toBe(kind),
  );

  it.each([
    ['the last promoted', draw(), records({ promotions: rows('2.0@4.0') })],
    ['the pin where none was promoted', draw({ release: '2.0.0' }), records({ promotions: [] })],
  ])('gives pages by %s a reason why none fits', (_, document, releases) => {
    const { registry, entries } = resolveRegistry(document, releases, contract);
    const refused = { enabled: true, version: '2.0.0', contract: '4.0' };
    expect(registry.remotes).toEqual({});
    expect(entries).toMatchObject([{ name: 'draw', release: refused, reason: { kind: 'unfit' } }]);
  });

  it('names a remote with releases that the document lacks', () =>
    expect(resolveRegistry({ version: 2, remotes: {} }, records(), contract).unlisted).toEqual(['draw']));
});
