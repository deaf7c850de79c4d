import { expect, it, vi } from 'vitest';
import { openShareSheet } from './share-sheet.ts';

const card = { title: '标题', text: '描述', url: 'https://host.test/draw' };

/** A browser with a share sheet, as far as it is used. */
function browser({ touches = true, accepts = () => true as boolean, share = vi.fn(async () => undefined) } = {}) {
  const matchMedia = (query: string) => ({ matches: touches && query === '(pointer: coarse)' });
  return { window: { matchMedia, navigator: { canShare: accepts, share } } as unknown as Window, share };
}

it('opens within the tap', async () => {
  const { window, share } = browser();
  const opening = openShareSheet(window, card);
  expect(share).toHaveBeenCalledExactlyOnceWith(card);
  expect(await opening).toBe(true);
});

it('is not there on a desktop, for a card that the browser refuses, and in an older engine', () => {
  const refuses = vi.fn(() => false);
  const older = browser();
  Object.assign(older.window, { navigator: {} });
  for (const { window, share } of [browser({ touches: false }), browser({ accepts: refuses }), older]) {
    expect(openShareSheet(window, card)).toBeNull();
    expect(share).not.toHaveBeenCalled();
  }
  expect(refuses).toHaveBeenCalledExactlyOnceWith(card);
});

it.each([
  ['the user closes it', new DOMException('', 'AbortError'), true],
  ['there was no tap', new DOMException('', 'NotAllowedError'), false],
  ['another is open', new DOMException('', 'InvalidStateError'), false],
  ['it can not hand the card over', new DOMException('', 'DataError'), false],
  ['it fails without an error', undefined, false],
])('where %s', async (_name, error, opened) => {
  const { window } = browser({ share: vi.fn(() => Promise.reject(error)) });
  expect(await openShareSheet(window, card)).toBe(opened);
});
