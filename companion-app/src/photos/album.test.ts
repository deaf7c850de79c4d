import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { album, readPhoto, toBase64 } from './album.ts';

describe('album', () => {
  it('has a small and a large picture of each of nine dishes', async () => {
    expect(album).toHaveLength(9);
    const files = await readdir(join(import.meta.dirname, 'pictures'));
    expect(files.toSorted()).toEqual(album.flatMap(({ key }) => [key, `small-${key}`]).toSorted());
    expect(album.map(({ preview }) => preview)).toEqual(
      album.map(({ key }) => expect.stringContaining(`small-${key}`)),
    );
  });
});

describe('toBase64', () => {
  it.each([0, 1, 2, 3, 32_768, 100_001])('%i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});

describe('readPhoto', () => {
  it('keeps name, type and bytes', async () => {
    const file = new File([new Uint8Array([255, 216, 255])], '晚餐.jpg', { type: 'image/jpeg' });
    expect(await readPhoto(file)).toEqual({ name: '晚餐.jpg', type: 'image/jpeg', base64: '/9j/' });
  });
});
