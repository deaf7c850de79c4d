import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDrawing } from '../testing/fake-drawing.ts';
import { cropPicture, fitWithin, preparePicture, READ_LIMIT_MS } from './prepare-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const file = (type = 'image/jpeg') => new Blob(['bytes'], { type });
const portrait = { width: 3000, height: 4000 };

describe('what is sent of a photo', () => {
  it('is a JPEG of the whole of it, upright, at most 2560 px long', async () => {
    const { decode, bitmap, drawn, sheet, open } = fakeDrawing({ asElement: portrait, asBitmap: portrait });
    expect((await preparePicture(file()))?.type).toBe('image/jpeg');
    expect(decode.mock.calls[0]?.[1]).toEqual({ imageOrientation: 'from-image' });
    expect(drawn).toEqual([
      { size: { width: 1920, height: 2560 }, source: bitmap, numbers: [0, 0, 3000, 4000, 0, 0, 1920, 2560] },
    ]);
    expect([open(), sheet.width]).toEqual([0, 0]);
  });

  it('is read as an element where the engine decodes it in no other way', async () => {
    const { drawn, open } = fakeDrawing({ asElement: { width: 400, height: 300 }, asBitmap: null });
    expect(await preparePicture(file('image/heic'))).not.toBeNull();
    expect(drawn.map(({ size }) => size)).toEqual([{ width: 400, height: 300 }]);
    expect(open()).toBe(0);
  });

  it('is decoded where no element shows it', async () => {
    const { drawn } = fakeDrawing({ asElement: null, asBitmap: { width: 40, height: 30 } });
    expect(await preparePicture(file())).not.toBeNull();
    expect(drawn).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  it('of what no engine reads', async () => {
    const { open } = fakeDrawing({ asElement: null, asBitmap: null });
    expect([await preparePicture(file()), open()]).toEqual([null, 0]);
  });

  it('of a picture that claims more pixels than memory holds: it is never decoded', async () => {
    const { decode, open } = fakeDrawing({ asElement: { width: 30_000, height: 30_000 }, asBitmap: portrait });
    expect(await preparePicture(file())).toBeNull();
    expect([decode.mock.calls.length, open()]).toEqual([0, 0]);
  });

  it.each([
    ['an empty file', new Blob([])],
    ['a drawing, which may hold scripts', file('image/svg+xml')],
  ])('of %s', async (_, given) => {
    const { decode } = fakeDrawing({ asElement: portrait, asBitmap: portrait });
    expect(await preparePicture(given)).toBeNull();
    expect(decode).not.toHaveBeenCalled();
  });

  it('of a file that never comes, and nothing stays open', async () => {
    vi.useFakeTimers();
    const { bitmap, open } = fakeDrawing({ asElement: portrait, asBitmap: portrait });
    let arrive = (_bitmap: unknown) => {};
    vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (arrive = resolve)));
    vi.stubGlobal('Image', class extends EventTarget {});
    const prepared = preparePicture(file());
    await vi.advanceTimersByTimeAsync(2 * READ_LIMIT_MS);
    expect([await prepared, open()]).toEqual([null, 0]);
    arrive(bitmap);
    await vi.waitFor(() => expect(bitmap?.close).toHaveBeenCalledTimes(1));
    vi.useRealTimers();
  });

  it('where the canvas fails, and nothing stays open', async () => {
    const { open } = fakeDrawing({ asElement: portrait, asBitmap: portrait, canvas: false });
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
    const photo = { width: 1920, height: 2560 };
    const { drawn, bitmap, open } = fakeDrawing({ asElement: photo, asBitmap: photo });
    expect((await cropPicture(new Blob(['photo']), area))?.type).toBe('image/jpeg');
    expect(drawn).toEqual([
      { size: { width: 686, height: 450 }, source: bitmap, numbers: [120, 40, 1372, 900, 0, 0, 686, 450] },
    ]);
    expect(open()).toBe(0);
  });

  it('returns null for a file that cannot be read', async () => {
    fakeDrawing({ asElement: null, asBitmap: null });
    expect(await cropPicture(new Blob(['text']), area)).toBeNull();
  });
});
