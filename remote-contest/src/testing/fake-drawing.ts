import { vi } from 'vitest';

type FakePicture = { width: number; height: number };

/**
 * The browser's part of reading and drawing pictures, for tests: what an engine makes of a file is told beforehand, and
 * what is drawn is noted.
 * @param asElement what an `<img>` makes of it; null: nothing
 * @param asBitmap what `createImageBitmap` makes of it
 */
export function fakeDrawing({
  asElement,
  asBitmap,
  canvas = true,
}: {
  asElement: FakePicture | null;
  asBitmap: FakePicture | null;
  canvas?: boolean;
}) {
  const bitmap = asBitmap && { ...asBitmap, close: vi.fn() };
  const decode = vi.fn((_file: Blob, _options: ImageBitmapOptions) =>
    bitmap ? Promise.resolve(bitmap) : Promise.reject(new DOMException('', 'InvalidStateError')),
  );
  vi.stubGlobal('createImageBitmap', decode);
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      naturalWidth = asElement?.width ?? 0;
      naturalHeight = asElement?.height ?? 0;
      set src(_address: string) {
        queueMicrotask(() => this.dispatchEvent(new Event(asElement ? 'load' : 'error')));
      }
    },
  );
  const addresses = new Set<string>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:${addresses.size}`;
    addresses.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void addresses.delete(address));

  const drawn: { size: FakePicture; source: unknown; numbers: number[] }[] = [];
  const sheet = {
    width: 0,
    height: 0,
    getContext: () =>
      (canvas && {
        fillRect: () => {},
        drawImage: (source: unknown, ...numbers: number[]) =>
          drawn.push({ size: { width: sheet.width, height: sheet.height }, source, numbers }),
      }) ||
      null,
    toBlob: (give: (blob: Blob) => void, type: string) => give(new Blob(['drawn'], { type })),
  };
  vi.stubGlobal('document', { createElement: () => sheet });
  /** `open`: how much of what was taken for reading wasn't given back. */
  return {
    decode,
    bitmap,
    drawn,
    sheet,
    open: () => addresses.size + (bitmap && decode.mock.calls.length > bitmap.close.mock.calls.length ? 1 : 0),
  };
}
