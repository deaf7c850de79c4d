import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { accessStorage, createJsonStorage, type WebStorage } from './json-storage.ts';

const schema = v.object({ count: v.number() });

/** A browser's storage that refuses whatever `refuses` names at the moment. */
function fakeStorage(text: string | null = null) {
  const items = new Map(text === null ? [] : [['key', text]]);
  const refuses = { reading: false, writing: false };
  const refuse = (isRefused: boolean) => {
    if (isRefused) throw new Error('denied');
  };
  const storage: WebStorage = {
    getItem: (key) => (refuse(refuses.reading), items.get(key) ?? null),
    setItem: (key, value) => (refuse(refuses.writing), void items.set(key, value)),
    removeItem: (key) => (refuse(refuses.writing), void items.delete(key)),
  };
  return { storage, items, refuses };
}

describe('JSON storage', () => {
  it('reads what was written before a reload, until it is removed', () => {
    const { storage, items } = fakeStorage();
    createJsonStorage(storage, 'key', schema).write({ count: 3 });
    expect(items.get('key')).toBe('{"count":3}');
    const reloaded = createJsonStorage(storage, 'key', schema);
    expect(reloaded.read()).toEqual({ count: 3 });
    reloaded.remove();
    expect([reloaded.read(), items.size]).toEqual([null, 0]);
  });

  it.each([null, '', '{', 'null', '7', '{"count":"3"}'])('reads null from %j', (text) =>
    expect(createJsonStorage(fakeStorage(text).storage, 'key', schema).read()).toBeNull(),
  );

  it('keeps a value for the page where there is no storage', () => {
    const stored = createJsonStorage(null, 'key', schema);
    stored.write({ count: 3 });
    expect(stored.read()).toEqual({ count: 3 });
    stored.remove();
    expect(stored.read()).toBeNull();
  });

  it('prefers a value that a full storage refused to the older one in it', () => {
    const { storage, items, refuses } = fakeStorage('{"count":1}');
    const stored = createJsonStorage(storage, 'key', schema);
    refuses.writing = true;
    stored.write({ count: 2 });
    expect([stored.read(), items.get('key')]).toEqual([{ count: 2 }, '{"count":1}']);
    refuses.writing = false;
    stored.write({ count: 3 });
    expect([stored.read(), items.get('key')]).toEqual([{ count: 3 }, '{"count":3}']);
  });

  it('reads null where the browser refuses to read', () => {
    const { storage, refuses } = fakeStorage('{"count":1}');
    refuses.reading = true;
    expect(createJsonStorage(storage, 'key', schema).read()).toBeNull();
  });

  it('reads null by a schema that validates later', () => {
    const later = { '~standard': { version: 1, vendor: 'test', validate: async () => ({ value: 1 }) } } as const;
    expect(createJsonStorage(fakeStorage('1').storage, 'key', later).read()).toBeNull();
  });
});

it('gives no storage where access throws', () => {
  expect(
    accessStorage(() => {
      throw new Error('denied');
    }),
  ).toBeNull();
});
