import { describe, expect, it } from 'vitest';
import type { WindowState } from '@fridge/shared-contracts';
import { parseRegistry } from '@fridge/shared-contracts/page';
import type { RegistryState } from './registry.ts';
import { enabledRemoteAt, opensAt, resolveRoute } from './resolve-route.ts';

const remote = (routes: unknown[], enabled = true) => ({
  enabled,
  title: '活动',
  description: '',
  routes,
  entry: 'http://localhost:4171/remoteEntry.js',
});
const registry = parseRegistry({
  version: 1,
  remotes: {
    campaign2023: remote([{ path: '/', window: 'campaign2023' }, '/rule']),
    draw: remote(['/draw', '/prize'], false),
    picnic: { ...remote(['/picnic']), contract: '4.0' },
  },
});
if (!registry) throw new Error('The fixture fits the schema.');
const ready: RegistryState = { kind: 'ready', registry, broken: [] };

const resolve = (path: string, state: RegistryState = ready, period: WindowState = 'open') =>
  resolveRoute({
    path,
    opened: null,
    registry: state,
    windowStateOf: () => period,
    bounds: () => ({ start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' }),
  }).kind;

describe('resolveRoute', () => {
  it.each([
    ['/', 'activity'],
    ['/rule', 'activity'],
    ['/Rule', 'notFound'],
    ['/rule/', 'notFound'],
    ['/prize', 'switchedOff'],
    ['/works', 'notFound'],
    ['/constructor', 'notFound'],
  ])('%s is %s', (path, kind) => expect(resolve(path)).toBe(kind));

  it('does not answer with not found while an unreadable entry may have the route', () => {
    expect(resolve('/works', { kind: 'ready', registry, broken: ['contest'] })).toBe('unavailable');
    expect(resolve('/rule', { kind: 'ready', registry, broken: ['contest'] })).toBe('activity');
  });

  it.each([
    ['/rule', true],
    ['/prize', false],
    ['/picnic', false],
    ['/works', false],
  ])('leads to a screen from %s: %s', (path, opens) => {
    expect(opensAt(ready, path)).toBe(opens);
    expect(opensAt({ kind: 'reading' }, path)).toBe(false);
  });

  it('waits for the registry and says when there is none', () => {
    expect(resolve('/', { kind: 'reading' })).toBe('reading');
    expect(resolve('/', { kind: 'unavailable' })).toBe('unavailable');
  });

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

describe('enabledRemoteAt', () => {
  it.each([
    ['/', 'campaign2023'],
    ['/draw', null],
    ['/yearReport', null],
    ['/constructor', null],
  ])('%s: %s', (path, name) => {
    expect(enabledRemoteAt(ready, path)).toBe(name);
  });

  it.each([{ kind: 'unavailable' }, { kind: 'reading' }] as const)(
    'knows nothing while there is no registry: %j',
    (state) => {
      expect(enabledRemoteAt(state, '/')).toBeNull();
    },
  );
});
