// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import {
  integrityMapText,
  integrityPath,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  releaseHashes,
  releaseText,
} from '@fridge/shared-contracts/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportMapSupport } from '../lib/import-map-support.ts';
import { createIntegrityMaps, TEXT_LIMIT_MS } from './integrity-maps.ts';

beforeEach(() => void (document.head.innerHTML = ''));
afterEach(() => void vi.useRealTimers());

const hash = `sha384-${'A'.repeat(64)}`;
const releaseOf = (name: string) => ({ name, remote: { entry: `https://${name}.example/1.0.0/remoteEntry.js` } });
const mapOf = (name: string) =>
  integrityMapText(
    releaseHashes({ ...releaseOf(name).remote, scripts: [{ file: 'remoteEntry.js', integrity: hash, bytes: 1 }] }),
  );
const textOf = (name: string) => releaseText(mapOf(name), { title: name });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, MAP_HASH_LENGTH);
const [draw, contest, report] = [releaseOf('draw'), releaseOf('contest'), releaseOf('report')] as const;
const pathOf = (...names: string[]) => integrityPath(names.map((name) => hashOf(textOf(name))));

/** A page with the report's map, whose policy allows those of the others too. */
function page({ support = 'later' as ImportMapSupport, names = ['draw', 'contest'] } = {}) {
  const fetch = vi.fn(
    async (address: string, _init?: RequestInit) =>
      new Response(
        names
          .filter((name) => address.includes(hashOf(textOf(name))))
          .map(textOf)
          .join('\n'),
      ),
  );
  const allowed = Object.fromEntries(names.map((name) => [name, hashOf(textOf(name))]));
  const texts = [mapOf('report')];
  const maps = createIntegrityMaps(texts, allowed, support, fetch as typeof globalThis.fetch);
  return { ...maps, fetch, asked: () => fetch.mock.calls.map(([address]) => address) };
}
const inserted = () => [...document.querySelectorAll('script[type="importmap"]')].map(({ textContent }) => textContent);

describe('before the first import of a release', () => {
  it('its map is inserted, once, and the rest of its entry is known', async () => {
    const { cover, asked } = page();
    const came = await Promise.all([cover(draw), cover(draw)]);
    came.push(await cover(draw));
    expect([asked(), inserted()]).toEqual([[pathOf('draw')], [mapOf('draw')]]);
    expect(came).toEqual([1, 2, 3].map(() => ({ title: 'draw' })));
  });

  it.each([
    ['is in the page', report, 'later'],
    ['is in the page', report, 'first'],
    ['does not exist, as of a development server', releaseOf('picnic'), 'later'],
  ] as const)('nothing is asked for where its map %s', async (_, release, support) => {
    const { cover, asked, isBeyondEngine, isListed } = page({ support });
    expect(await cover(release)).toBeUndefined();
    expect([asked(), isBeyondEngine(release), isListed(release)]).toEqual([[], false, false]);
  });

  it.each([
    ['is another text', async () => new Response('{"integrity":{}}')],
    ['is missing', async () => new Response('', { status: 404 })],
    ['does not come', () => Promise.reject(new TypeError('gone'))],
  ])('fails where the map %s, and is asked for again', async (_, answer) => {
    const { cover, fetch } = page();
    fetch.mockImplementationOnce(answer);
    await expect(cover(draw)).rejects.toThrow();
    expect(inserted()).toEqual([]);
    await cover(draw);
    expect(inserted()).toEqual([mapOf('draw')]);
  });

  it('waits for it no longer than its limit', async () => {
    vi.useFakeTimers();
    const { cover, fetch } = page();
    fetch.mockImplementationOnce(
      (_, init) =>
        new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const failed = expect(cover(draw)).rejects.toThrow('arrive');
    await vi.advanceTimersByTimeAsync(TEXT_LIMIT_MS);
    await failed;
  });

  it.each([
    ['none', false],
    ['first', true],
    ['later', false],
  ] as const)('an engine that enforces %s maps needs another document: %s', async (support, isBeyond) => {
    const { isBeyondEngine, isListed, cover, prepare, fetch } = page({ support });
    expect([isBeyondEngine(draw), isListed(draw)]).toEqual([isBeyond, true]);
    prepare([draw]);
    expect(fetch).toHaveBeenCalledTimes(isBeyond ? 0 : 1);
    // Where it can't be checked, as without a storage.
    expect(await cover(draw)).toEqual({ title: 'draw' });
    expect(inserted()).toEqual(support === 'later' ? [mapOf('draw')] : []);
    expect(isBeyondEngine(draw)).toBe(isBeyond);
  });
});

describe('maps that are prepared', () => {
  it('come in one request, but for those that are there or coming', async () => {
    const { prepare, cover, asked } = page();
    prepare([draw, report, contest, draw]);
    prepare([draw, contest]);
    await Promise.all([cover(draw), cover(contest)]);
    prepare([draw, contest]);
    expect(asked()).toEqual([pathOf('draw', 'contest')]);
    expect(inserted()).toEqual([mapOf('draw'), mapOf('contest')]);
  });

  it('are asked for again by the visit if they fail', async () => {
    const { prepare, cover, fetch } = page();
    fetch.mockRejectedValueOnce(new TypeError('gone'));
    prepare([draw]);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await cover(draw).catch(() => cover(draw));
    expect(inserted()).toEqual([mapOf('draw')]);
  });

  it('are no more than one address takes', () => {
    const names = Array.from({ length: MAPS_PER_REQUEST + 1 }, (_, at) => `remote${at}`);
    const { prepare, asked } = page({ names });
    prepare(names.map(releaseOf));
    expect(asked()).toEqual([pathOf(...names.slice(0, MAPS_PER_REQUEST))]);
  });
});

it('knows the published hash of a script at each address of a retry, of the host’s files too', async () => {
  const { publishedHash, cover } = page();
  expect(publishedHash('https://draw.example/1.0.0/remoteEntry.js')).toBeNull();
  await cover(draw);
  expect(
    ['', '/~1', '/~3', '/~4'].map((at) => publishedHash(`https://draw.example${at}/1.0.0/remoteEntry.js`)),
  ).toEqual([hash, hash, hash, null]);
  const texts = ['no map', JSON.stringify({ integrity: { '/assets/a.js': hash } })];
  const host = createIntegrityMaps(texts, {}, 'none', fetch);
  expect([
    host.publishedHash(`${location.origin}/assets/a.js`),
    host.publishedHash('https://draw.example/assets/a.js'),
  ]).toEqual([hash, null]);
});
