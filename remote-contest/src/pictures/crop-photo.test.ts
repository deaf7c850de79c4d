import { afterEach, expect, it, vi } from 'vitest';
import { fakeDrawing } from '../testing/fake-drawing.ts';
import { cropPhoto } from './prepare-photo.ts';

afterEach(() => vi.unstubAllGlobals());

const area = { x: 120, y: 40, width: 1372, height: 900 };

it('is the chosen part at exactly 686x450', async () => {
  const photo = { width: 1920, height: 2560 };
  const { drawn, bitmap, open } = fakeDrawing({ asElement: photo, asBitmap: photo });
  expect((await cropPhoto(new Blob(['photo']), area))?.type).toBe('image/jpeg');
  expect(drawn).toEqual([{ size: { width: 686, height: 450 }, source: bitmap, numbers: [120, 40, 1372, 900, 0, 0, 686, 450] }]);
  expect(open()).toBe(0);
});

it('is none of what can’t be read', async () => {
  fakeDrawing({ asElement: null, asBitmap: null });
  expect(await cropPhoto(new Blob(['text']), area)).toBeNull();
});
