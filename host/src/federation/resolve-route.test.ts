// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { WindowState } from '@fridge/shared-contracts';
import { createIntegrityMaps } from './integrity-maps.ts';
import { createReleases } from './releases.ts';
import { resolveRoute } from './resolve-route.ts';

const remote = (routes: unknown[], change: object = {}) => ({
  enabled: true,
  title: '活动',
  description: '',
  routes,
  entry: 'http://localhost:4171/remoteEntry.js',
  ...change,
});
const releasesOf = (embedded: unknown) =>
  createReleases(
    embedded,
    null,
    () => new Promise(() => undefined),
    { report: () => undefined },
    createIntegrityMaps([], {}, 'none', fetch),
  );
const remotes = {
  campaign2023: remote([{ path: '/', window: 'campaign2023' }, '/rule']),
  draw: remote(['/draw', { path: '/prize', keeps: true }], { enabled: false }),
  shop: remote(['/shop', { path: '/orders', keeps: true }], { enabled: false, stopped: true }),
  picnic: remote(['/picnic'], { contract: '4.0' }),
};
const ready = releasesOf({ version: 1, remotes });
const withBroken = releasesOf({ version: 1, remotes: { ...remotes, contest: {} } });

const resolve = (path: string, releases = ready, period: WindowState = 'open') =>
  resolveRoute(path, releases, {
    stateOf: () => period,
    bounds: () => ({ start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' }),
  }).kind;

describe('resolveRoute', () => {
  it.each([
    ['/', 'activity'],
    ['/rule', 'activity'],
    ['/Rule', 'notFound'],
    ['/rule/', 'notFound'],
    ['/draw', 'offline'],
    ['/prize', 'activity'],
    ['/shop', 'offline'],
    ['/orders', 'offline'],
    ['/works', 'notFound'],
    ['/constructor', 'notFound'],
  ])('%s is %s', (path, kind) => expect(resolve(path)).toBe(kind));

  it('does not answer with not found while an unreadable entry may have the route', () => {
    expect(resolve('/works', withBroken)).toBe('unavailable');
    expect(resolve('/rule', withBroken)).toBe('activity');
  });

  it.each([null, {}, { version: 2, remotes }])('says when the page has no registry: %j', (embedded) =>
    expect(resolve('/', releasesOf(embedded))).toBe('unavailable'),
  );

  it.each([
    ['/rule', true, 'campaign2023'],
    ['/prize', true, 'draw'],
    ['/draw', false, undefined],
    ['/picnic', false, 'picnic'],
    ['/works', false, undefined],
    ['/constructor', false, undefined],
  ])('leads to a screen from %s: %s', (path, opens, name) =>
    expect([ready.opensAt(path), ready.openAt(path)?.name]).toEqual([opens, name]),
  );

  it.each([
    ['notStarted', 'notStarted'],
    ['ended', 'ended'],
    ['open', 'activity'],
  ] as const)('shows a route of a period that is %s as %s', (period, kind) =>
    expect(resolve('/', ready, period)).toBe(kind),
  );

  it('keeps routes without a period open when the activity is over', () =>
    expect(resolve('/rule', ready, 'ended')).toBe('activity'));
});
