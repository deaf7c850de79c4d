import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexedDbDrafts, readPictures, toStored, USE_LIMIT_MS } from './indexeddb-drafts.ts';

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

it('keeps text and pictures under their key, and lets go of both', async () => {
  const drafts = indexedDbDrafts();
  await drafts.saveText(key, { title: '番茄' });
  await drafts.savePicture(key, 'a', new Blob(['bytes'], { type: 'image/jpeg' }));
  await drafts.savePicture(key, 'b', new Blob(['more']));
  await drafts.saveText('U1/recipe2', {});
  const kept = await drafts.load(key);
  expect([kept?.text, [...(kept?.pictures.keys() ?? [])], await kept?.pictures.get('a')?.text()]).toEqual([
    { title: '番茄' },
    ['a', 'b'],
    'bytes',
  ]);
  await drafts.removePicture(key, 'a');
  expect([...((await drafts.load(key))?.pictures.keys() ?? [])]).toEqual(['b']);
  await drafts.remove(key);
  expect([await drafts.load(key), await drafts.load('U1/recipe2')]).toMatchObject([null, { text: {} }]);
  expect(opened).toHaveLength(1);
});

it.each([
  ['was closed under it', (database: IDBDatabase) => database.close()],
  // The package declares the class where it takes one of its objects.
  ['the browser ended', (database: IDBDatabase) => forceCloseDatabase(database as unknown as typeof IDBDatabase)],
])('opens a connection again that %s', async (_, lose) => {
  const drafts = indexedDbDrafts();
  await drafts.saveText(key, 'before');
  for (const database of opened) lose(database);
  await drafts.saveText(key, 'after');
  expect([(await drafts.load(key))?.text, opened.length]).toEqual(['after', 2]);
});

it('makes way for a page that deletes the data', async () => {
  const drafts = indexedDbDrafts();
  await drafts.saveText(key, 'before');
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
  const drafts = indexedDbDrafts();
  const uses = [
    drafts.load(key),
    drafts.saveText(key, {}),
    drafts.savePicture(key, 'a', new Blob(['a'])),
    drafts.removePicture(key, 'a'),
    drafts.remove(key),
  ];
  for (const use of await Promise.allSettled(uses))
    expect(use).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(message) } });
});

it('waits no longer than its limit for an opening without an answer, and opens anew at the next use', async () => {
  vi.useFakeTimers();
  const open = vi.fn(() => new IDBOpenDBRequest());
  vi.stubGlobal('indexedDB', { open });
  const drafts = indexedDbDrafts();
  const first = Promise.allSettled([drafts.load(key), drafts.saveText(key, 'text')]);
  await vi.advanceTimersByTimeAsync(USE_LIMIT_MS);
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(open).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', browser());
  expect(await drafts.load(key)).toBeNull();
});

it('writes nothing by an opening that is answered after the limit, over what was written since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const factory = browser();
  const open = factory.open.bind(factory);
  const answers: (() => void)[] = [];
  const hold = vi.spyOn(factory, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    const listen = request.addEventListener.bind(request);
    request.addEventListener = (type: string, listener: EventListener) =>
      listen(type, type === 'success' ? (event: Event) => void answers.push(() => listener(event)) : listener);
    return request;
  });
  vi.stubGlobal('indexedDB', factory);
  const drafts = indexedDbDrafts();
  const older = Promise.allSettled([drafts.saveText(key, 'older')]);
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(USE_LIMIT_MS);
  expect(await older).toMatchObject([{ status: 'rejected' }]);
  hold.mockRestore();
  await drafts.saveText(key, 'newer');
  for (const answer of answers) answer();
  await vi.waitFor(() => expect(opened.length).toBeGreaterThan(1));
  expect((await drafts.load(key))?.text).toBe('newer');
});

it('restores pictures by their ids', async () => {
  const photos = { a: new Blob(['one'], { type: 'image/jpeg' }), b: new Blob(['two'], { type: 'image/png' }) };
  const stored = await Promise.all(Object.values(photos).map(toStored));
  expect(stored.map(({ bytes }) => bytes instanceof ArrayBuffer)).toEqual([true, true]);
  const back = readPictures(
    Object.keys(photos).map((id) => ['U1/recipe', id]),
    stored,
  );
  expect(await Promise.all([...back].map(async ([id, blob]) => [id, blob.type, await blob.text()]))).toEqual([
    ['a', 'image/jpeg', 'one'],
    ['b', 'image/png', 'two'],
  ]);
});

it('leaves out invalid pictures and keys', async () => {
  const stored = await toStored(new Blob(['one']));
  const wrong = [null, 'text', {}, { bytes: 'one', type: 'image/jpeg' }, { bytes: stored.bytes }, new Blob(['one'])];
  expect(
    readPictures(
      wrong.map((_, at) => ['U1/recipe', String(at)]),
      wrong,
    ).size,
  ).toBe(0);
  expect(readPictures(['U1/recipe', 7, ['U1/recipe'], ['U1/recipe', 7]], [stored, stored, stored, stored]).size).toBe(
    0,
  );
  expect(readPictures([['U1/recipe', 'a']], []).size).toBe(0);
});
