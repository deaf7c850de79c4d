// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import {
  integrityMapText,
  integrityPath,
  MAP_HASH_LENGTH,
  parseRegistry,
  releaseHashes,
} from '@fridge/shared-contracts/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIntegrityMaps, TEXT_LIMIT_MS } from './integrity-maps.ts';

const base = 'https://draw.example/1.0.0/';
const scripts = ['remoteEntry.js', 'assets/wheel.js', 'assets/late.js'].map((file) => ({
  file,
  integrity: `sha384-${file.replace(/\W/g, '').padEnd(64, 'A')}`,
  bytes: 1,
}));
const listed = { name: 'draw', entry: `${base}remoteEntry.js`, scripts };
const described = { enabled: true, title: 'draw', description: '', version: '1.0.0', routes: ['/draw'] };
/** As the page's registry has it. */
const release = { ...listed, scripts: [] };
const addresses = [release.entry, `${base}assets/wheel.js`];
const text = integrityMapText(releaseHashes(listed));
const mapOf = (content: string) => {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, MAP_HASH_LENGTH);
  return { entry: release.entry, hash };
};
/** The page names the entry; `/remotes.json` has this release. */
const registryOf = (remote: object | null, announced = true) => ({
  refresh: vi.fn(async () => undefined),
  current: () => parseRegistry({ version: 1, remotes: remote === null ? {} : { draw: { ...described, ...remote } } }),
  announced: () => announced,
});

type Engine = { takesLaterMaps?: boolean; verifiesPreloads?: boolean };

/** A page with the host's own map. */
function page({
  allowed = { draw: mapOf(text) },
  answer = async () => new Response(text),
  takesLaterMaps = true,
  verifiesPreloads = true,
  texts = ['{"integrity":{}}'],
}: Engine & {
  allowed?: Record<string, { entry: string; hash: string }>;
  answer?: (address: string, init?: RequestInit) => Promise<Response>;
  texts?: string[];
} = {}) {
  const fetch = vi.fn((address: string, init?: RequestInit) => answer(address, init));
  const options = { texts, allowed, takesLaterMaps, verifiesPreloads, fetch: fetch as typeof globalThis.fetch };
  return { ...createIntegrityMaps(options), fetch, texts };
}
const inserted = () => [...document.querySelectorAll('script[type="importmap"]')].map((script) => script.textContent);
const links = () => [...document.querySelectorAll<HTMLLinkElement>('link')];
const areLoading = () => vi.waitFor(() => expect(links().map(({ href }) => href)).toEqual(addresses));

beforeEach(() => void (document.head.innerHTML = ''));
afterEach(() => void vi.useRealTimers());

describe('a release whose map the policy allows', () => {
  it('gets its map once, before its first import and for every attempt', async () => {
    const { cover, fetch, texts } = page();
    await Promise.all([cover(release, addresses), cover(listed, addresses)]);
    await cover(release, ['https://draw.example/~1/1.0.0/remoteEntry.js']);
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([integrityPath([mapOf(text).hash])]);
    expect([inserted(), texts.at(-1), links()]).toEqual([[text], text, []]);
  });

  it('has its map before its first visit where the page was idle', async () => {
    const { prepare, cover, fetch, texts } = page();
    await prepare(release);
    expect([inserted(), texts.at(-1)]).toEqual([[text], text]); // a failed load looks its files up in the latter
    await cover(release, addresses);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it.each([
    ['does not arrive', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is gone', async () => new Response('Not found', { status: 404 })],
    ["is not its address's", async () => new Response(text.replace('late', 'evil'))],
    [
      'does not arrive in time',
      async (init?: RequestInit) =>
        new Promise<Response>((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    ],
  ])('is not imported when the map %s, and asked for again by the next attempt', async (_, answer) => {
    let failing = true;
    const { cover } = page({
      answer: (_address, init) => (failing ? answer(init) : Promise.resolve(new Response(text))),
    });
    vi.useFakeTimers();
    const refused = expect(cover(release, addresses)).rejects.toThrow('draw');
    await vi.advanceTimersByTimeAsync(TEXT_LIMIT_MS);
    await refused;
    expect(inserted()).toEqual([]);
    failing = false;
    await cover(release, addresses);
    expect(inserted()).toEqual([text]);
  });

  it.each([
    ['is gone', text, async () => new Response('Not found', { status: 404 })],
    ["is another entry's", '{"integrity":{}}', async () => new Response('{"integrity":{}}')],
  ])('is loaded with the hashes of the registry when the map %s', async (_, named, answer) => {
    const { cover, texts } = page({ allowed: { draw: mapOf(named) }, answer });
    const registry = registryOf(listed);
    const covered = cover(release, addresses, registry);
    await areLoading();
    for (const link of links()) link.dispatchEvent(new Event('load'));
    await covered;
    expect([registry.refresh.mock.calls.length, inserted(), texts.at(-1)]).toEqual([1, [], text]);
  });

  it.each([
    ['has moved on', { ...listed, entry: `${base}another.js` }],
    ['has no list of it', release],
    ['is without it', null],
  ])('is not imported when there is no map and the registry %s', async (_, remote) => {
    const { cover } = page({ answer: async () => new Response('', { status: 404 }) });
    await expect(cover(release, addresses, registryOf(remote))).rejects.toThrow('draw');
    expect(links()).toEqual([]);
  });
});

it('asks for nothing where the page has the map', async () => {
  const { cover, prepare, fetch } = page({ texts: [text] });
  await cover(release, addresses);
  await prepare(release);
  expect([fetch.mock.calls, inserted(), links()]).toEqual([[], [], []]);
});

it('asks for nothing for a release without a list, such as a development server has', async () => {
  const { cover, fetch } = page({ allowed: {} });
  const registry = registryOf(release);
  await cover(release, addresses, registry);
  expect([fetch.mock.calls, links(), registry.refresh.mock.calls]).toEqual([[], [], []]);
});

it('refuses a release without a list that only an earlier visit knows', async () => {
  const { cover, fetch } = page({ allowed: {} });
  await expect(cover(release, addresses, registryOf(release, false))).rejects.toThrow('draw');
  expect([fetch.mock.calls, links()]).toEqual([[], []]);
});

describe.each([
  ['came after the page', listed, { allowed: { draw: { ...mapOf(text), entry: `${base}another.js` } } }],
  ['meets an engine with one map', release, { takesLaterMaps: false }],
] as const)('a release that %s', (_, asked, options) => {
  it('is loaded with its hashes first, what it loads late after that, and in no further map', async () => {
    const { cover, texts } = page(options);
    const covered = cover(asked, addresses);
    await areLoading();
    expect(links().map(({ rel, href, integrity }) => [rel, href, integrity])).toEqual([
      ['modulepreload', addresses[0], scripts[0]?.integrity],
      ['modulepreload', addresses[1], scripts[1]?.integrity],
    ]);
    for (const link of links()) link.dispatchEvent(new Event('load'));
    await covered;
    expect(links().map(({ href }) => href)).toEqual([...addresses, `${base}assets/late.js`]);
    expect([inserted(), texts.at(-1)]).toEqual([[], text]);
  });

  it('is not imported when a file is another one, and loaded again by the next attempt', async () => {
    const { cover } = page(options);
    const covered = cover(asked, addresses);
    await areLoading();
    const [entry, chunk] = links();
    entry?.dispatchEvent(new Event('load'));
    chunk?.dispatchEvent(new Event('error'));
    await expect(covered).rejects.toThrow('wheel.js');
    void cover(asked, addresses);
    await areLoading();
  });

  it('is not imported from an address that its release lacks', async () => {
    const { cover } = page(options);
    await expect(cover(asked, ['https://draw.example/~4/1.0.0/remoteEntry.js'])).rejects.toThrow('~4');
    expect(links()).toEqual([]);
  });
});

it('asks with hashes where preloads are not verified', async () => {
  const asked: [string, string | undefined][] = [];
  const { cover } = page({
    allowed: {},
    verifiesPreloads: false,
    async answer(address, init) {
      asked.push([address, init?.integrity]);
      if (address.endsWith('wheel.js')) throw new TypeError('Failed integrity metadata check.');
      return new Response('');
    },
  });
  await expect(cover(listed, addresses)).rejects.toThrow('integrity');
  expect([asked, links()]).toEqual([
    [
      [addresses[0], scripts[0]?.integrity],
      [addresses[1], scripts[1]?.integrity],
    ],
    [],
  ]);
});
