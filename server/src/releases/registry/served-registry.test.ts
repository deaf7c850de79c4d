import { createHash } from 'node:crypto';
import { switchesSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { RemoteDecision } from './registry-document.ts';
import type { Promotion, ReleaseRecords } from './resolve-registry.ts';
import { askedContract, createServedRegistry } from './served-registry.ts';
import { bucketOf } from '../../visits/visitor.ts';

const on = { enabled: true, release: 'latest' };
const visitors = Array.from({ length: 200 }, (_, at) => Buffer.from(`visitor${at}`).toString('base64url').slice(0, 11));

const contracts = { '1.0.0': '2.4', '1.1.0': '3.0', '1.2.0': '3.0', '2.0.0': '4.0' };
const promotions = Object.entries(contracts)
  .filter(([version]) => version !== '1.2.0')
  .map(([version, contract]): Promotion => ({ name: 'draw', version, isRollBack: false, contract }));
const releases = Object.entries(contracts).map(([version, contract]) => ({
  name: 'draw',
  version,
  baseUrl: `https://draw.example/${version}/`,
  description: { title: 'draw', description: '', contract, entry: 'remoteEntry.js', routes: ['/draw'] },
}));

const served = (canary?: RemoteDecision['canary'], records: Partial<ReleaseRecords> = {}) =>
  createServedRegistry(
    { version: 2, remotes: { draw: { enabled: true, release: 'latest', ...(canary && { canary }) } } },
    { names: ['draw'], promotions, releases, ...records },
  );
const versionOf = (registry: ReturnType<typeof served>, asked?: Parameters<typeof registry.current>[0]) =>
  registry.current(asked).registry.remotes['draw']?.version ?? null;
const takers = (percent: number) =>
  visitors.filter((visitor) => versionOf(served({ release: '1.2.0', percent }), { visitor }) === '1.2.0');

describe('a canary', () => {
  it('is for visitors below its percentage, and for nobody without a cookie', () => {
    expect(takers(30)).toEqual(visitors.filter((visitor) => bucketOf(visitor, 'draw') < 30));
    expect(versionOf(served({ release: '1.2.0', percent: 100 }))).toBe('1.1.0');
  });

  it.each([
    [0, 0],
    [100, visitors.length],
  ])('at %d %% is for %d of 200', (percent, expected) => expect(takers(percent)).toHaveLength(expected));

  it('keeps its visitors while it grows', () => expect(takers(60)).toEqual(expect.arrayContaining(takers(20))));

  it.each([
    ['that is not there', '9.0.0', {}],
    ['whose files were removed', '1.2.0', { removedAt: new Date(0) }],
    ['for another contract', '2.0.0', {}],
    ['that cannot be read', '1.2.0', { description: {} }],
  ])('%s gives way to the stable release', (_, release, change) => {
    const changed = releases.map((each) => (each.version === release ? { ...each, ...change } : each));
    const registry = served({ release, percent: 100 }, { releases: changed });
    expect(versionOf(registry, { visitor: visitors[0] ?? null })).toBe('1.1.0');
  });

  it('opens a remote that has no stable release', () => {
    const registry = served({ release: '1.2.0', percent: 100 }, { promotions: [] });
    expect(versionOf(registry)).toBeNull();
    expect(registry.current().known).toEqual({ remotes: {}, isWhole: false });
    expect(versionOf(registry, { visitor: visitors[0] ?? null })).toBe('1.2.0');
    expect(registry.current({ visitor: visitors[0] ?? null }).leftOut).toEqual([]);
  });
});

describe('a pin', () => {
  const pinned = createServedRegistry(
    { version: 2, remotes: { draw: { enabled: true, release: '2.0.0' } } },
    { names: ['draw'], promotions: promotions.filter(({ version }) => version !== '2.0.0'), releases },
  );

  it.each([
    [{ major: 3, minor: 0 }, '1.1.0'],
    [{ major: 4, minor: 0 }, '2.0.0'],
    [{ major: 4, minor: 7 }, '2.0.0'],
  ])('that was never promoted is for hosts that it fits: %j gets %s', (contract, version) =>
    expect(versionOf(pinned, { contract })).toBe(version),
  );
});

describe('the switches', () => {
  const switchesIn = async (registry: ReturnType<typeof served>) =>
    v.parse(switchesSchema, JSON.parse(String(await registry.switches(null).bytes(null)))).remotes;

  it('name the releases of every visitor and of hosts of each major', async () => {
    const { draw } = await switchesIn(served({ release: '1.2.0', percent: 10 }));
    expect(draw).toEqual({ state: 'on', releases: ['1.1.0', '1.2.0', '1.0.0', '2.0.0'] });
  });

  it.each<[string, Partial<RemoteDecision>, object]>([
    ['off', { enabled: false }, { state: 'off' }],
    ['off, with the reason', { enabled: false, offText: '补货中' }, { state: 'off', offText: '补货中' }],
    ['stopped', { stopped: true }, { state: 'stopped' }],
    ['stopped, whatever else it is', { enabled: false, stopped: true }, { state: 'stopped' }],
    ['pinned', { release: '1.2.0' }, { releases: ['1.2.0', '1.0.0', '2.0.0'] }],
    ['pinned to what is not there', { release: '9.0.0' }, { releases: ['1.1.0', '1.0.0', '2.0.0'] }],
  ])('tell of a remote that is %s', async (_, decision, expected) => {
    const remotes = { draw: { enabled: true, release: 'latest', ...decision } };
    const registry = createServedRegistry({ version: 2, remotes }, { names: ['draw'], promotions, releases });
    expect((await switchesIn(registry))['draw']).toMatchObject(expected);
  });

  it('of fifty remotes, each with a canary and releases for two majors, and all that may be said, have at most 2 KB', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
    const teams = Array.from({ length: 50 }, (_, at) => `activity-${hash(`team ${at}`).slice(0, 5)}`);
    const built = teams.flatMap((name) =>
      ['3.0', '3.0', '4.0'].map((contract, at) => ({ name, contract, version: `1.${at}.0+${hash(name + at)}` })),
    );
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + (((from + at) * 7919) % 3_000))).join('');
    const canaryOf = (name: string) => `1.1.0+${hash(`${name}1`)}`;
    const registry = createServedRegistry(
      {
        version: 2,
        remotes: Object.fromEntries(
          teams.map((name, at) => [
            name,
            {
              ...on,
              canary: { release: canaryOf(name), percent: 10 },
              ...(at < 3 && { enabled: false, offText: words(at * 80, 80) }),
            },
          ]),
        ),
      },
      {
        names: teams,
        promotions: built
          .filter(({ name, version }) => version !== canaryOf(name))
          .map((release): Promotion => ({ ...release, isRollBack: false })),
        releases: built.map(({ name, version, contract }) => ({
          name,
          version,
          baseUrl: `https://${name}.example/`,
          description: { title: name, description: '', contract, entry: 'remoteEntry.js', routes: [`/${name}`] },
        })),
      },
    );
    expect(Object.values(await switchesIn(registry)).map((each) => each.releases.length)).toEqual(teams.map(() => 3));
    const notice = words(1_000, 60);
    expect((await registry.switches(notice).bytes('br')).length).toBeLessThanOrEqual(2_048);
    expect(JSON.parse(String(await registry.switches(notice).bytes(null)))).toMatchObject({ notice });
    expect(await registry.switches(null).bytes(null).then(String)).not.toContain('notice');
  });
});

describe('a host', () => {
  it('that no release fits gets one that its pages refuse', () => {
    const { known, bytes } = served().current({ contract: { major: 5, minor: 0 } });
    expect(known).toEqual({ remotes: { draw: expect.objectContaining({ contract: '4.0' }) }, isWhole: true });
    return expect(bytes(null).then(String)).resolves.toContain('"contract": "4.0"');
  });

  it.each([
    [{ major: 2, minor: 4 }, '1.0.0'],
    [{ major: 2, minor: 3 }, null],
    [{ major: 3, minor: 9 }, '1.1.0'],
    [{ major: 4, minor: 0 }, '2.0.0'],
    [{ major: 9999, minor: 9999 }, null],
  ])('of contract %j gets %s', (contract, version) => expect(versionOf(served(), { contract })).toBe(version));

  it('gets the same content as every other of its contract', () => {
    const registry = served();
    const [first, ...others] = [1, 5, 9_999].map((minor) => registry.current({ contract: { major: 3, minor } }));
    for (const other of others) expect(other).toBe(first);
  });
});

it.each([
  ['?contract=3', null],
  ['?contract=3.0', { major: 3, minor: 0 }],
  ['?contract=4.12', { major: 4, minor: 12 }],
  ['?a=b&contract=9999.9999', { major: 9999, minor: 9999 }],
  ['?contract=%33.0', { major: 3, minor: 0 }],
  ['', null],
  ['?', null],
  ['?contract', null],
  ['?contract=', null],
  ['?contract=99999', null],
  ['?contract=-3', null],
  ['?contract=3.', null],
  ['?contract=3.0.1', null],
  ['?contract=3e0', null],
  ['?contract=three', null],
  ['?contract=%00%ff', null],
  ['?contract=3&contract=4.0', null],
  ['?contract[]=3', null],
  [`?contract=${'3'.repeat(9_000)}`, null],
])('/remotes.json%s asks for %j', (query, asked) => expect(askedContract(`/remotes.json${query}`)).toEqual(asked));
