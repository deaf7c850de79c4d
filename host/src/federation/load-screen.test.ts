import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RegistryEntry } from '@fridge/shared-contracts';
import { createScreenLoader, type ScreenLoaderParts } from './load-screen.ts';

const remote: RegistryEntry = {
  enabled: true, pin: null, title: '活动', description: '', version: '1', contract: '1.0', requires: [], scripts: [], styles: [],
  entry: 'https://campaign.example/remoteEntry-abc.js',
  routes: [],
};
const route = { path: '/open', title: '', window: null, scripts: [] as string[] };
const Screen = () => null;
const activity = (screen: () => Promise<unknown>, contract = '1.0') => ({ default: { contract, screens: { '/open': screen } } });
const never = () => new Promise<never>(() => undefined);

function loaderWith(overrides: Partial<ScreenLoaderParts> & { loadActivity?: ScreenLoaderParts['federation']['loadActivity'] }) {
  const detach = vi.fn();
  const loadActivity = vi.fn(overrides.loadActivity ?? (() => Promise.resolve(activity(() => Promise.resolve({ default: Screen })))));
  const parts: ScreenLoaderParts = {
    federation: { loadActivity },
    attachStyles: () => ({ ready: Promise.resolve(true), detach }),
    preloadModules: vi.fn(),
    remoteOrigins: ['https://campaign.example'],
    ...overrides,
  };
  return { loader: createScreenLoader(parts), loadActivity, detach, preloadModules: parts.preloadModules };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createScreenLoader', () => {
  it('loads a screen', async () => {
    const { loader } = loaderWith({});
    expect(await loader.load('campaign2023', remote, route)).toMatchObject({ ok: true, Screen });
  });

  it('refuses the next major contract before anything is fetched', async () => {
    const { loader, loadActivity, preloadModules } = loaderWith({});
    expect(await loader.load('campaign2023', { ...remote, contract: '2.0' }, route)).toEqual({ ok: false, kind: 'incompatible' });
    expect(loadActivity).not.toHaveBeenCalled();
    expect(preloadModules).not.toHaveBeenCalled();
  });

  it('refuses an entry from an origin that is not on the list before anything is fetched', async () => {
    const { loader, loadActivity } = loaderWith({ remoteOrigins: ['https://other.example'] });
    expect(await loader.load('campaign2023', remote, route)).toEqual({ ok: false, kind: 'failed' });
    expect(loadActivity).not.toHaveBeenCalled();
  });

  it.each([
    ['the entry hangs', { loadActivity: never }, 'timeout'],
    ['the entry fails', { loadActivity: () => Promise.reject(new Error('gone')) }, 'failed'],
    ['the entry exposes something else', { loadActivity: () => Promise.resolve({ default: 42 }) }, 'failed'],
    ['the module was built for another contract', { loadActivity: () => Promise.resolve(activity(never, '2.0')) }, 'incompatible'],
    ['the screen hangs', { loadActivity: () => Promise.resolve(activity(never)) }, 'timeout'],
    ['the screen fails', { loadActivity: () => Promise.resolve(activity(() => Promise.reject(new Error('gone')))) }, 'failed'],
    ['the screen is no component', { loadActivity: () => Promise.resolve(activity(() => Promise.resolve({ default: 'x' }))) }, 'failed'],
    ['the screen is missing', { loadActivity: () => Promise.resolve({ default: { contract: '1.0', screens: {} } }) }, 'failed'],
    ['a stylesheet fails', { attachStyles: () => ({ ready: Promise.resolve(false), detach: vi.fn() }) }, 'failed'],
    ['a stylesheet hangs', { attachStyles: () => ({ ready: never(), detach: vi.fn() }) }, 'timeout'],
  ] as const)('ends within 20 s when %s: %s', async (_, overrides, kind) => {
    const { loader } = loaderWith(overrides as Parameters<typeof loaderWith>[0]); // rows differ in what they override
    const loading = loader.load('campaign2023', remote, route);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await loading).toEqual({ ok: false, kind });
  });

  it('takes a failed attempt out of the page and starts the next one below a new address', async () => {
    const entries: string[] = [];
    const { loader, detach } = loaderWith({
      loadActivity: (_, entry) => {
        entries.push(entry);
        return entries.length === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(activity(() => Promise.resolve({ default: Screen })));
      },
    });
    await loader.load('campaign2023', remote, route);
    expect(detach).toHaveBeenCalledOnce();
    expect(await loader.load('campaign2023', remote, route)).toMatchObject({ ok: true });
    expect(entries).toEqual(['https://campaign.example/remoteEntry-abc.js', 'https://campaign.example/~1/remoteEntry-abc.js']);
  });

  it('gives a release that only moved to another address a name of its own', async () => {
    const { loader, loadActivity } = loaderWith({ remoteOrigins: ['https://campaign.example', 'https://other.example'] });
    for (const entry of ['https://campaign.example/a.js', 'https://other.example/a.js', 'https://other.example/a.js?v=2']) {
      await loader.load('campaign2023', { ...remote, entry }, route);
    }
    expect(new Set(loadActivity.mock.calls.map(([name]) => name)).size).toBe(3);
  });

  it('fails, and does not throw, where the page cannot even ask', async () => {
    const { loader } = loaderWith({ preloadModules: () => { throw new TypeError('no address'); } });
    expect(await loader.load('campaign2023', remote, route)).toEqual({ ok: false, kind: 'failed' });
  });

  it('keeps a loaded activity for its other routes', async () => {
    const { loader, loadActivity } = loaderWith({});
    await loader.load('campaign2023', remote, route);
    await loader.load('campaign2023', remote, route);
    expect(loadActivity).toHaveBeenCalledOnce();
  });
});
