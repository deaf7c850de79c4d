import { expect, it, vi } from 'vitest';
import { indexedDbDrafts } from './indexeddb-drafts.ts';

/** A browser's databases whose opening ends with one event; what they hold is tried in a browser (e2e, "draft"). */
function databasesThat(event: 'error' | 'blocked', error: Error | null = null) {
  const open = vi.fn(() => {
    const request = Object.assign(new EventTarget(), { error, result: null });
    queueMicrotask(() => request.dispatchEvent(new Event(event)));
    return request;
  });
  return { factory: { open } as unknown as IDBFactory, open }; // only what opening needs of it
}

it.each([
  ['has none', undefined, /keeps no drafts/],
  ['throws on the mere look at it', { open: () => { throw new DOMException('denied', 'SecurityError'); } } as unknown as IDBFactory, /denied/],
  ['refuses', databasesThat('error', new Error('quota')).factory, /quota/],
  ['refuses without a word', databasesThat('error').factory, /could not be opened/],
  ['is held by another page', databasesThat('blocked').factory, /held by another page/],
])('a browser that %s makes every use fail, and none hang', async (_, factory, message) => {
  const drafts = indexedDbDrafts(factory);
  const uses = [drafts.load('U1/recipe'), drafts.saveText('U1/recipe', {}), drafts.savePicture('U1/recipe', 'a', new Blob(['a'])), drafts.removePicture('U1/recipe', 'a'), drafts.remove('U1/recipe')];
  for (const use of uses) await expect(use).rejects.toThrow(message);
});

it('asks once while it waits, and again after a refusal', async () => {
  const { factory, open } = databasesThat('error');
  const drafts = indexedDbDrafts(factory);
  await Promise.allSettled([drafts.load('U1/recipe'), drafts.load('U1/photoShare')]);
  expect(open).toHaveBeenCalledTimes(1);
  await Promise.allSettled([drafts.load('U1/recipe')]);
  expect(open).toHaveBeenCalledTimes(2);
});
