import { describe, expect, it } from 'vitest';
import { readPhoto, toBase64 } from './photo.ts';

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
