import { vi } from 'vitest';

type FakePicture = { width: number; height: number };

/**
 * The browser's part of reading and drawing pictures, for tests: what an engine makes of a file is told beforehand, and
 * what is drawn is noted.
 * @param picture what an `<img>` makes of it; null: nothing
 */
export function fakeDrawing(picture: FakePicture | null, canvas = true) {
  class FakeImage extends EventTarget {
    naturalWidth = picture?.width ?? 0;
    naturalHeight = picture?.height ?? 0;
    set src(_address: string) {
      queueMicrotask(() => this.dispatchEvent(new Event(picture ? 'load' : 'error')));
    }
  }
  vi.stubGlobal('Image', FakeImage);
  const addresses = new Set<string>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:${addresses.size}`;
    addresses.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void addresses.delete(address));

  const drawn: { size: FakePicture; numbers: number[] }[] = [];
  const sheet = {
    width: 0,
    height: 0,
    getContext: () =>
      (canvas && {
        fillRect: () => {},
        drawImage: (_source: unknown, ...numbers: number[]) =>
          drawn.push({ size: { width: sheet.width, height: sheet.height }, numbers }),
      }) ||
      null,
    toBlob: (give: (blob: Blob) => void, type: string) => give(new Blob(['drawn'], { type })),
  };
  vi.stubGlobal('document', { createElement: () => sheet });
  /** `open`: how much of what was taken for reading wasn't given back. */
  return { drawn, sheet, open: () => addresses.size };
}
