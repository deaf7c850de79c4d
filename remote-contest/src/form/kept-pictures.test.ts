import { expect, it } from 'vitest';
import { pictureKey, pictureToKeep, readKeptPictures } from './kept-pictures.ts';

it('come back as they were, each under its id', async () => {
  const photos = { a: new Blob(['one'], { type: 'image/jpeg' }), b: new Blob(['two'], { type: 'image/png' }) };
  const kept = await Promise.all(Object.values(photos).map(pictureToKeep));
  expect(kept.map(({ bytes }) => bytes instanceof ArrayBuffer)).toEqual([true, true]);
  const back = readKeptPictures(Object.keys(photos).map((id) => pictureKey('U1/recipe', id)), kept);
  expect(await Promise.all([...back].map(async ([id, blob]) => [id, blob.type, await blob.text()]))).toEqual([['a', 'image/jpeg', 'one'], ['b', 'image/png', 'two']]);
});

it('leave out what is no picture, and what stands under no picture’s key', async () => {
  const kept = await pictureToKeep(new Blob(['one']));
  const wrong = [null, 'text', {}, { bytes: 'one', type: 'image/jpeg' }, { bytes: kept.bytes }, new Blob(['one'])];
  expect(readKeptPictures(wrong.map((_, at) => pictureKey('U1/recipe', String(at))), wrong).size).toBe(0);
  expect(readKeptPictures(['U1/recipe', 7, ['U1/recipe'], ['U1/recipe', 7]], [kept, kept, kept, kept]).size).toBe(0);
  expect(readKeptPictures([pictureKey('U1/recipe', 'a')], []).size).toBe(0);
});
