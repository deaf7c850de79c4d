import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { readPageRegistry, type RegistryEntry, registryEntrySchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { servedContent } from '../releases/registry/served-registry.ts';
import { MOST_OTHERS, othersInPage, pageRegistry } from './page-registry.ts';

const hash = (text: string, as: 'hex' | 'base64' = 'hex') => createHash('sha384').update(text).digest(as);
const file = (name: string) => ({ file: name, integrity: `sha384-${hash(name, 'base64')}`, bytes: 1 });
const tone = { background: '#7a0a1b', ink: '#ffffff' };
const shell = {
  header: {},
  styles: file('a.css'),
  markups: [{ skins: [0, 1, 2], period: 'any', markup: file('a.html') }],
};
const remoteOf = (name: string, change: object = {}): RegistryEntry =>
  v.parse(registryEntrySchema, {
    enabled: true,
    title: `${name} title`,
    description: `${name} description`,
    version: `1.0.0+${hash(name).slice(0, 8)}`,
    entry: `https://releases.example/${name}/remoteEntry.js`,
    scripts: [file('remoteEntry.js')],
    picture: file('hall.svg'),
    publicParameters: ['workId'],
    routes: [
      { path: `/${name}`, title: `${name} page`, window: name, tone, shell },
      { path: `/${name}/rule`, keeps: true },
    ],
    ...change,
  });

function page(remotes: Record<string, RegistryEntry>, path: string, own: string | null = path.split('/')[1] ?? null) {
  const content = servedContent({ version: 1, remotes });
  const inPage = (own !== null && remotes[own]) || null;
  const others = othersInPage(content.registry, inPage, path);
  return { others: others.map(({ name }) => name), registry: pageRegistry(content, inPage, others, path) };
}
const four = Object.fromEntries(['draw', 'contest', 'report', 'campaign'].map((name) => [name, remoteOf(name)]));

describe('the registry in a page', () => {
  it('has the whole entry of its own remote, but for what only the origin needs', () => {
    const { draw } = page(four, '/draw').registry.remotes;
    const { scripts: _, ...entry } = remoteOf('draw');
    expect(draw).toEqual({ ...entry, routes: entry.routes.map(({ shell: __, ...route }) => route) });
  });

  it('has of the others what addresses and links need', () => {
    const { contest } = page({ ...four, contest: remoteOf('contest', { enabled: false }) }, '/draw').registry.remotes;
    expect(contest).toEqual({
      enabled: false,
      version: four['contest']?.version,
      routes: [
        { path: '/contest', title: 'contest page', window: 'contest', tone },
        { path: '/contest/rule', title: 'contest title', keeps: true },
      ],
    });
  });

  it.each<[string, object, object]>([
    ['another contract', { contract: '2.0' }, { contract: '2.0' }],
    ['a stop', { enabled: false, stopped: true }, { enabled: false, stopped: true }],
  ])('says that a remote has %s', (_, change, told) =>
    expect(page({ ...four, report: remoteOf('report', change) }, '/draw').registry.remotes['report']).toMatchObject(
      told,
    ),
  );

  it('has the whole entry of a development server, whose release has no integrity map', () => {
    const { registry } = page({ ...four, report: remoteOf('report', { scripts: [] }) }, '/draw');
    expect(registry.remotes['report']).toHaveProperty('entry');
  });

  it("tells the hall's cards in the hall, and public parameters on share pages", () => {
    const [hall, share] = ['/default', '/yearReportShare'].map(
      (path) => page(four, path, null).registry.remotes['draw'],
    );
    expect(hall).toMatchObject({
      card: {
        title: 'draw title',
        description: 'draw description',
        picture: 'https://releases.example/draw/hall.svg',
      },
    });
    expect(share).toMatchObject({ publicParameters: ['workId'] });
    expect([hall, share].map((remote) => Object.keys(remote ?? {}).length)).toEqual([3, 3]);
  });

  it('is what a page reads, with the names of remotes that none can open', () => {
    const content = servedContent({ version: 1, remotes: four }, [{ name: 'gone', release: null }]);
    const read = readPageRegistry(pageRegistry(content, four['draw'] ?? null, [], '/draw'));
    expect(Object.keys(read?.registry.remotes ?? {})).toEqual(Object.keys(four));
    expect(read?.leftOut).toMatchObject([{ name: 'gone' }]);
  });
});

describe('with fifty remotes', () => {
  const many = Object.fromEntries(
    Array.from({ length: 46 }, (_, at) => `activity-${hash(`team ${at}`).slice(0, 4)}`).map((name) => [
      name,
      remoteOf(name, {
        routes: ['', '/rule', '/list', '/detail'].map((path) => ({
          path: `/${name}${path}`,
          title: `页 ${hash(name + path, 'base64').slice(0, 8)}`,
          tone: { background: `#${hash(name).slice(0, 6)}`, ink: '#ffffff' },
          keeps: path !== '',
        })),
      }),
    ]),
  );
  const fifty = { ...four, ...many };

  it('a page opens a few others by itself, that of its closed route before all', () => {
    const [last = ''] = Object.keys(many).slice(-1);
    expect(page(fifty, '/draw').others).toEqual(Object.keys(fifty).slice(1, MOST_OTHERS + 1));
    expect(page(fifty, `/${last}`, null).others).toEqual([last, ...Object.keys(fifty).slice(0, MOST_OTHERS - 1)]);
    expect(page(fifty, '/draw').registry.remotes[last]).toEqual({
      version: fifty[last]?.version,
      routes: fifty[last]?.routes.map(({ path, keeps }) => ({ path, ...(keeps && { keeps }) })),
    });
  });

  it('the registry and the hashes of a page have at most 2 KB more than with four', () => {
    const bytes = (remotes: Record<string, RegistryEntry>) => {
      const { registry, others } = page(remotes, '/draw');
      const integrity = Object.fromEntries(others.map((name) => [name, hash(name).slice(0, 24)]));
      const policy = others.length * `'sha256-${'A'.repeat(44)}' `.length;
      return brotliCompressSync(JSON.stringify({ registry, integrity })).length + policy;
    };
    expect(bytes(fifty) - bytes(four)).toBeLessThanOrEqual(2_048);
  });
});
