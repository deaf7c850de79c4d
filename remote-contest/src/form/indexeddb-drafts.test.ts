import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexedDbDrafts as drafts, OPENING_LIMIT_MS } from './indexeddb-drafts.ts';

const key = 'U1/recipe';
const opened: IDBDatabase[] = [];

/** The browser's databases, with a look at each connection that is made. */
function browser() {
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
  return factory;
}

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('indexedDB', browser());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (keptAt: number) => ({ keptAt });
const day = 24 * 60 * 60 * 1000;

it('keeps text and pictures under their key, and lets go of both', async () => {
  const a = new Blob(['bytes'], { type: 'image/jpeg' });
  await drafts.save(
    key,
    { ...at(Date.now()), title: '番茄' } as { keptAt: number },
    new Map([
      ['a', a],
      ['b', new Blob(['more'])],
    ]),
  );
  await drafts.save('U1/recipe2', at(Date.now()), new Map());
  const kept = await drafts.load(key);
  const picture = kept?.pictures.get('a');
  expect([kept?.text, [...(kept?.pictures.keys() ?? [])], await picture?.text(), picture?.type]).toEqual([
    { keptAt: expect.any(Number), title: '番茄' },
    ['a', 'b'],
    'bytes',
    'image/jpeg',
  ]);
  await drafts.save(key, at(Date.now()), new Map([['a', a]]));
  expect([...((await drafts.load(key))?.pictures.keys() ?? [])]).toEqual(['a']);
  await drafts.remove(key);
  expect([await drafts.load(key), await drafts.load('U1/recipe2')]).toMatchObject([null, { text: {} }]);
  for (const database of opened) expect(() => database.transaction('texts')).toThrow();
});

it('writes a picture once', async () => {
  const picture = new Blob(['bytes']);
  const read = vi.spyOn(picture, 'arrayBuffer');
  for (let time = 0; time < 2; time += 1) await drafts.save(key, at(Date.now()), new Map([['a', picture]]));
  expect(read).toHaveBeenCalledTimes(1);
});

it('removes every draft after 30 days, with its pictures', async () => {
  await drafts.save('U2/recipe', at(Date.now() - 31 * day), new Map([['a', new Blob(['a'])]]));
  await drafts.save(key, at(Date.now() - 29 * day), new Map());
  expect(await drafts.load(key)).not.toBeNull();
  expect(await drafts.load('U2/recipe')).toBeNull();
  await drafts.save('U2/recipe', at(Date.now()), new Map());
  expect((await drafts.load('U2/recipe'))?.pictures.size).toBe(0);
});

it('keeps the text where a picture is refused', async () => {
  const refused = new Blob(['bytes']);
  vi.spyOn(refused, 'arrayBuffer').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await expect(drafts.save(key, at(Date.now()), new Map([['a', refused]]))).rejects.toThrow('full');
  expect(await drafts.load(key)).not.toBeNull();
});

it('makes way for a page that deletes the data', async () => {
  await drafts.save(key, at(Date.now()), new Map());
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('fridge-contest');
    request.addEventListener('success', resolve);
    request.addEventListener('blocked', reject);
  });
  expect(await drafts.load(key)).toBeNull();
});

it.each([
  ['has none', () => vi.stubGlobal('indexedDB', undefined), /undefined/],
  [
    'throws on the mere look at it',
    () =>
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    /denied/,
  ],
  [
    'holds a later version',
    () => new Promise((resolve) => indexedDB.open('fridge-contest', 2).addEventListener('success', resolve)),
    /version/,
  ],
])('a browser that %s makes every use fail', async (_, prepare, message) => {
  await prepare();
  const uses = [drafts.load(key), drafts.save(key, at(0), new Map()), drafts.remove(key)];
  for (const use of await Promise.allSettled(uses))
    expect(use).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(message) } });
});

it('waits no longer than its limit for an opening without an answer, and opens anew at the next use', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() });
  const first = Promise.allSettled([drafts.load(key), drafts.save(key, at(0), new Map())]);
  await vi.advanceTimersByTimeAsync(OPENING_LIMIT_MS);
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', browser());
  expect(await drafts.load(key)).toBeNull();
});
