import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDrawing } from '../testing/fake-drawing.ts';
import { cropPicture, fitWithin, preparePicture, READ_LIMIT_MS } from './prepare-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const file = (type = 'image/jpeg') => new Blob(['bytes'], { type });
const portrait = { width: 3000, height: 4000 };

describe('what is sent of a picture', () => {
  it('is a JPEG of the whole of it, at most 2560 px long', async () => {
    const { drawn, sheet, open } = fakeDrawing(portrait);
    expect((await preparePicture(file()))?.type).toBe('image/jpeg');
    expect(drawn).toEqual([{ size: { width: 1920, height: 2560 }, numbers: [0, 0, 3000, 4000, 0, 0, 1920, 2560] }]);
    expect([open(), sheet.width]).toEqual([0, 0]);
  });
});

describe('nothing is sent', () => {
  it.each([
    ['what no engine reads', null],
    ['what has no size', { width: 0, height: 0 }],
    ['a picture that claims more pixels than memory holds', { width: 30_000, height: 30_000 }],
  ])('of %s', async (_, picture) => {
    const { drawn, open } = fakeDrawing(picture);
    expect([await preparePicture(file()), drawn, open()]).toEqual([null, [], 0]);
  });

  it.each([
    ['an empty file', new Blob([])],
    ['a drawing, which may hold scripts', file('image/svg+xml')],
  ])('of %s', async (_, given) => {
    const { drawn } = fakeDrawing(portrait);
    expect([await preparePicture(given), drawn]).toEqual([null, []]);
  });

  it('of a file that never comes, and nothing stays open', async () => {
    vi.useFakeTimers();
    const { open } = fakeDrawing(portrait);
    vi.stubGlobal('Image', class extends EventTarget {});
    const prepared = preparePicture(file());
    await vi.advanceTimersByTimeAsync(READ_LIMIT_MS);
    expect([await prepared, open()]).toEqual([null, 0]);
    vi.useRealTimers();
  });

  it('where the canvas fails, and nothing stays open', async () => {
    const { open } = fakeDrawing(portrait, false);
    expect([await preparePicture(file()), open()]).toEqual([null, 0]);
  });
});

describe('the size of a picture', () => {
  it.each([
    [
      [4000, 3000],
      [2560, 1920],
    ],
    [
      [3000, 4000],
      [1920, 2560],
    ],
    [
      [8000, 6000],
      [2560, 1920],
    ],
    [
      [800, 600],
      [800, 600],
    ],
    [
      [2561, 1],
      [2560, 1],
    ],
    [
      [1, 9000],
      [1, 2560],
    ],
  ] as const)('%j becomes %j', ([width, height], [fitWidth, fitHeight]) =>
    expect(fitWithin({ width, height }, 2560)).toEqual({ width: fitWidth, height: fitHeight }),
  );
});

describe('cropPicture', () => {
  const area = { x: 120, y: 40, width: 1372, height: 900 };

  it('draws the chosen part at 686x450', async () => {
    const { drawn, open } = fakeDrawing({ width: 1920, height: 2560 });
    expect((await cropPicture(new Blob(['picture']), area))?.type).toBe('image/jpeg');
    expect(drawn).toEqual([{ size: { width: 686, height: 450 }, numbers: [120, 40, 1372, 900, 0, 0, 686, 450] }]);
    expect(open()).toBe(0);
  });

  it('returns null for a file that cannot be read', async () => {
    fakeDrawing(null);
    expect(await cropPicture(new Blob(['text']), area)).toBeNull();
  });
});
