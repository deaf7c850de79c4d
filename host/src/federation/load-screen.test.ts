// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityModule } from '@fridge/shared-contracts';
import { type PageRemote, parseRegistry, type RegistryEntry } from '@fridge/shared-contracts/page';
import type { FederationPort } from './federation.ts';
import { createScreenLoader } from './load-screen.ts';

const Screen = () => null;
const activity = (load: () => Promise<unknown>, contract = '3.0') =>
  ({ contract, screens: { '/open': load } }) as ActivityModule; // some rows give something else
const never = () => new Promise<never>(() => undefined);
const entry = 'https://cdn.example/campaign/remoteEntry-abc.js';
const sheet = { file: 'assets/style-1.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 };
const sound = () => Promise.resolve({ default: activity(async () => ({ default: Screen })) });

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Opens a release's screen, and gives what came of it once every limit has passed. */
function page(
  importActivity: FederationPort['importActivity'] = sound,
  {
    contract = '3.0',
    cover = async (): Promise<unknown> => undefined,
    ready = Promise.resolve() as Promise<unknown>,
    create = createScreenLoader,
  } = {},
) {
  const imported = vi.fn(importActivity);
  const attach = vi.fn((_sheets: readonly { href: string }[]) => ({ ready, detach: vi.fn() }));
  const complete = async ({ remote }: { remote: PageRemote }) => {
    await cover();
    return remote as RegistryEntry; // each is whole here
  };
  const loader = create({ importActivity: imported }, { complete }, { attach }, ['https://cdn.example']);
  const release = {
    enabled: true,
    title: '活动',
    description: '',
    entry,
    contract,
    styles: [sheet],
    routes: [{ path: '/open', scripts: ['remoteEntry-abc.js', 'assets/home-1.js'] }],
  };
  const matchOf = (change: object) => {
    const remote = parseRegistry({ version: 1, remotes: { campaign2023: { ...release, ...change } } })?.remotes[
      'campaign2023'
    ];
    const route = remote?.routes[0];
    if (!remote || !route) throw new Error('The fixture fits the schema.');
    return { name: 'campaign2023', remote, route };
  };
  const open = async (change: object = {}) => {
    const outcome = loader.open(matchOf(change)).then(
      (screen) => screen,
      (error: { phase: string; reason: string; kind: string }) => [error.phase, error.reason, error.kind],
    );
    await vi.advanceTimersByTimeAsync(20_000);
    return outcome;
  };
  const asked = () => [imported, attach].map(({ mock }) => mock.calls.length);
  const entries = () => imported.mock.calls.map(([remote]) => remote.entry);
  return { loader, open, asked, entries, attach };
}

describe('a release', () => {
  it.each([
    ['1.1', 'outdated'],
    ['4.0', 'tooNew'],
    ['3.9', 'tooNew'],
  ])('built for contract %s is refused before anything is fetched: %s', async (contract, reason) => {
    const { open, asked } = page(sound, { contract });
    expect([await open(), asked()]).toEqual([
      ['contract', reason, 'outdated'],
      [0, 0],
    ]);
  });

  it('is refused when its code has another origin', async () => {
    const { open, asked } = page();
    expect([await open({ entry: 'https://other.example/e.js' }), asked()]).toEqual([
      ['origin', 'foreign', 'failed'],
      [0, 0],
    ]);
  });
});

describe('each phase is bounded and checked', () => {
  it.each([
    ['hangs', never, ['entry', 'timeout', 'timeout']],
    ['fails', () => Promise.reject(new Error('gone')), ['entry', 'network', 'failed']],
    ['is something else', () => Promise.resolve({ default: 42 }), ['activity', 'malformed', 'failed']],
    [
      'was built for another contract',
      () => Promise.resolve({ default: activity(never, '1.1') }),
      ['contract', 'outdated', 'outdated'],
    ],
  ])('where the activity module %s', async (_, importActivity, failure) =>
    expect(await page(importActivity).open()).toEqual(failure),
  );

  it.each([
    ['hangs', activity(never), ['screen', 'timeout', 'timeout']],
    ['fails', activity(() => Promise.reject(new Error('gone'))), ['screen', 'network', 'failed']],
    [
      'throws',
      activity(() => {
        throw new Error('gone');
      }),
      ['screen', 'network', 'failed'],
    ],
    ['is no component', activity(async () => ({ default: 'x' })), ['screen', 'malformed', 'failed']],
    ['is missing', { contract: '3.0', screens: {} }, ['screen', 'missing', 'failed']],
  ])('where the screen %s', async (_, module, failure) =>
    expect(await page(() => Promise.resolve({ default: module })).open()).toEqual(failure),
  );

  it.each([
    ['fail', () => Promise.reject(new Error('gone')), ['styles', 'network', 'failed']],
    ['hang', never, ['styles', 'timeout', 'timeout']],
  ])('where the styles %s', async (_, ready, failure) =>
    expect(await page(sound, { ready: ready() }).open()).toEqual(failure),
  );

  it('and all of them give the screen', async () => expect(await page().open()).toMatchObject({ Screen }));

  it('where the map of its hashes does not come nothing is imported', async () => {
    const { open, entries } = page(sound, { cover: () => Promise.reject(new Error('gone')) });
    expect([await open(), entries()]).toEqual([['entry', 'network', 'failed'], []]);
  });
});

describe('an attempt', () => {
  const gone = () => Promise.reject(new Error('gone'));

  it('loads its files from where the release stands; after a failure from new addresses at the root of the origin', async () => {
    const { open, attach } = page(gone);
    await open();
    await open();
    const scripts = [...document.head.querySelectorAll('link')].map(({ href }) => href);
    const paths = ['/campaign/remoteEntry-abc.js', '/campaign/assets/home-1.js'];
    expect(scripts).toEqual(['', '/~1'].flatMap((at) => paths.map((path) => `https://cdn.example${at}${path}`)));
    expect(attach.mock.calls.flat(2).map(({ href }) => href)).toEqual([
      'https://cdn.example/campaign/assets/style-1.css',
      'https://cdn.example/~1/campaign/assets/style-1.css',
    ]);
  });

  it('counts one failure once, however many visits share it, and none that comes late', async () => {
    const { open, loader, entries } = page(gone);
    await Promise.all([open(), open()]);
    await open();
    expect(entries().map((address) => address.replace(entry, ''))).toEqual([
      '',
      '',
      'https://cdn.example/~1/campaign/remoteEntry-abc.js',
    ]);
    expect(loader.isUsedUp('campaign2023')).toBe(false);
  });

  it('that is discarded after a crash moves the next one, once', async () => {
    const { open, entries } = page();
    const [first] = [await open(), await open()];
    if (!('discard' in first)) throw new Error('It opens.');
    first.discard();
    first.discard();
    await open();
    expect(entries().at(-1)).toContain('/~1/');
  });

  it('that fails at the last address leaves nothing but a new page', async () => {
    const { open, loader, entries } = page(gone);
    const usedUp: boolean[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await open();
      usedUp.push(loader.isUsedUp('campaign2023'));
    }
    expect([usedUp, loader.isUsedUp('draw')]).toEqual([[false, false, false, true, true], false]);
    expect(entries()[4]).toBe(entries()[3]);
  });

  it('has one address in development: any further one is a new page', async () => {
    vi.stubEnv('MODE', 'development');
    vi.resetModules();
    const { createScreenLoader: create } = await import('./load-screen.ts');
    const { open, loader, entries } = page(gone, { create });
    await open();
    await open();
    expect([loader.isUsedUp('campaign2023'), entries()]).toEqual([true, [entry, entry]]);
  });
});
