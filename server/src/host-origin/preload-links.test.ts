import { contractVersion, parseRegistry } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { preloadLinksOf } from './page-registry.ts';

const origin = 'http://localhost:4171';
const integrity = `sha384-${'A'.repeat(64)}`;
const { major, minor } = contractVersion;
const campaign = {
  enabled: true,
  title: '省电之星',
  description: '',
  entry: `${origin}/1.0.0/remoteEntry.js`,
  contract: `${major}.${minor}`,
  routes: [
    { path: '/', window: 'campaign2023', scripts: ['remoteEntry.js', 'assets/home.js'] },
    { path: '/open', scripts: [] },
  ],
  styles: [{ file: 'assets/style.css', integrity, bytes: 1 }],
};
const settings = {
  windows: { campaign2023: { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' } },
};
const DURING = Date.parse('2023-08-01T10:00:00+08:00');

function linksOf(change: object = {}, { now = DURING, path = '/' }: { now?: number | null; path?: string } = {}) {
  const registry = parseRegistry({ version: 1, remotes: { campaign2023: { ...campaign, ...change } } });
  if (!registry) throw new Error('The fixture fits the schema.');
  return preloadLinksOf(registry, settings, now, path);
}

const entry = { rel: 'modulepreload', href: campaign.entry, 'data-remote': 'campaign2023' };
const style = { rel: 'preload', as: 'style', href: `${origin}/1.0.0/assets/style.css`, integrity };
const home = [entry, { rel: 'modulepreload', href: `${origin}/1.0.0/assets/home.js` }, style];

describe('the links of a page', () => {
  it('are those of its route', () => expect(linksOf({}, { path: '/open' })).toEqual({ '/open': [entry, style] }));
  it('are those of every route of its remote for the home, which hash links ask for', () =>
    expect(linksOf()).toEqual({ '/': home, '/open': [entry, style] }));
  it('say which entry needs no federation runtime', () =>
    expect(linksOf({ runtimeFree: true }, { path: '/open' })).toEqual({
      '/open': [{ ...entry, 'data-runtime-free': '' }, style],
    }));
  it.each([
    ['with an integrity map, which come with it', [{ file: 'remoteEntry.js', integrity, bytes: 1 }], ['/', '/open']],
    ['without one, as of a development server', [], ['/', '/open', '/draw']],
  ])('are at the home those of another remote %s: %s', (_, scripts, expected) => {
    const draw = { ...campaign, entry: `${origin}/draw/remoteEntry.js`, routes: ['/draw'], scripts };
    const registry = parseRegistry({ version: 1, remotes: { campaign2023: campaign, draw } });
    expect(Object.keys(registry ? preloadLinksOf(registry, settings, DURING, '/') : {})).toEqual(expected);
  });
  it('are none at the home where its remote is closed, whose other routes come with its integrity map', () =>
    expect(linksOf({ scripts: [{ file: 'remoteEntry.js', integrity, bytes: 1 }] }, { now: 0 })).toEqual({}));
  it('of a remote that is switched off are those of the routes that it keeps', () => {
    const kept = { path: '/open', keeps: true };
    expect(linksOf({ enabled: false, routes: [campaign.routes[0], kept] })).toEqual({ '/open': [entry, style] });
  });
  it('are none for a path of no remote', () => expect(linksOf({}, { path: '/share' })).toEqual({}));
  it('are only the entry and the styles for a route that is a bare path', () =>
    expect(linksOf({ routes: ['/'] })).toEqual({ '/': [entry, style] }));
  it('count a window as open while the clock is unknown', () => expect(linksOf({}, { now: null })['/']).toEqual(home));

  it.each([
    ['is switched off', { enabled: false }],
    ['is stopped', { enabled: false, stopped: true, routes: [{ path: '/', keeps: true }] }],
    ['is built for an earlier contract', { contract: `${major - 1}.0` }],
    ['is built for the next major contract', { contract: `${major + 1}.0` }],
    ['needs a minor contract that the host does not know', { contract: `${major}.${minor + 1}` }],
  ])('are none for a remote that %s', (_, change) => expect(linksOf(change)).toEqual({}));

  it.each([
    ['2023-07-17T08:59:59.999+08:00', false],
    ['2023-07-17T09:00:00+08:00', true],
    ['2023-08-31T23:59:59.999+08:00', true],
    ['2023-09-01T00:00:00+08:00', false],
  ])('at %s include a route with a window: %s', (moment, open) => {
    expect(Object.keys(linksOf({}, { now: Date.parse(moment) }))).toEqual(open ? ['/', '/open'] : ['/open']);
  });
});
