import { expect, it } from 'vitest';
import { readPictures, toStored } from './indexeddb-drafts.ts';

it('restores pictures by their ids', async () => {
  const photos = { a: new Blob(['one'], { type: 'image/jpeg' }), b: new Blob(['two'], { type: 'image/png' }) };
  const stored = await Promise.all(Object.values(photos).map(toStored));
  expect(stored.map(({ bytes }) => bytes instanceof ArrayBuffer)).toEqual([true, true]);
  const back = readPictures(Object.keys(photos).map((id) => ['U1/recipe', id]), stored);
  expect(await Promise.all([...back].map(async ([id, blob]) => [id, blob.type, await blob.text()]))).toEqual([['a', 'image/jpeg', 'one'], ['b', 'image/png', 'two']]);
});

it('leaves out invalid pictures and keys', async () => {
  const stored = await toStored(new Blob(['one']));
  const wrong = [null, 'text', {}, { bytes: 'one', type: 'image/jpeg' }, { bytes: stored.bytes }, new Blob(['one'])];
  expect(readPictures(wrong.map((_, at) => ['U1/recipe', String(at)]), wrong).size).toBe(0);
  expect(readPictures(['U1/recipe', 7, ['U1/recipe'], ['U1/recipe', 7]], [stored, stored, stored, stored]).size).toBe(0);
  expect(readPictures([['U1/recipe', 'a']], []).size).toBe(0);
});
