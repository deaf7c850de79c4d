import { describe, expect, it } from 'vitest';
import { parseRegistry, type WindowState } from '@fridge/shared-contracts';
import type { RegistryState } from '../registry/registry-store.ts';
import { resolveRoute } from './resolve-route.ts';

const remote = (routes: unknown[], enabled = true) => ({ enabled, title: '活动', description: '', routes, entry: 'http://localhost:4171/remoteEntry.js' });
const registry = parseRegistry({
  version: 1,
  remotes: {
    campaign2023: remote([{ path: '/', window: 'campaign2023' }, '/rule']),
    draw: remote(['/draw', '/prize'], false),
  },
});
if (!registry) throw new Error('The fixture fits the schema.');
const ready: RegistryState = { kind: 'ready', registry };

const resolve = (path: string, state: RegistryState = ready, window: WindowState = 'open') =>
  resolveRoute({
    path,
    registry: state,
    windowState: () => window,
    bounds: () => ({ start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' }),
  }).kind;

describe('resolveRoute', () => {
  it.each([
    ['/', 'activity'],
    ['/rule', 'activity'],
    ['/prize', 'switchedOff'],
    ['/works', 'notFound'],
    ['/constructor', 'notFound'],
    ['/share', 'hostPage'],
    ['/default', 'hostPage'],
  ])('%s is %s', (path, kind) => expect(resolve(path)).toBe(kind));

  it.each([['/share'], ['/yearReportShare'], ['/disconnected']])('%s needs no registry', (path) => {
    expect(resolve(path, { kind: 'reading' })).toBe('hostPage');
    expect(resolve(path, { kind: 'unavailable' })).toBe('hostPage');
  });

  it('waits for the registry elsewhere and says when there is none', () => {
    expect(resolve('/', { kind: 'reading' })).toBe('reading');
    expect(resolve('/default', { kind: 'unavailable' })).toBe('registryUnavailable');
  });

  it.each([['notStarted', 'notStarted'], ['ended', 'ended'], ['open', 'activity']] as const)(
    'shows a route of a window that is %s as %s',
    (window, kind) => expect(resolve('/', ready, window)).toBe(kind),
  );

  it('keeps routes without a window open when the activity is over', () => expect(resolve('/rule', ready, 'ended')).toBe('activity'));
});
