// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClipboard } from './clipboard.ts';

const writing = (writeText: ((text: string) => unknown) | undefined) =>
  vi
    .spyOn(window.navigator, 'clipboard', 'get')
    .mockReturnValue((writeText ? { writeText } : undefined) as unknown as Clipboard); // nothing else of it is used, and in insecure contexts it is missing

/** Lets the old command exist and answer; happy-dom has none. @returns what was selected when it ran */
function command(works: boolean | Error) {
  const selected: string[] = [];
  Object.assign(document, {
    execCommand() {
      if (works instanceof Error) throw works;
      const field = document.activeElement;
      selected.push(field instanceof HTMLTextAreaElement ? field.value : '');
      return works;
    },
  });
  return selected;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('copying', () => {
  it('is done when the browser says so', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    writing(writeText);
    const old = command(true);
    expect(await createClipboard(window).copy('兑换码 1')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('兑换码 1');
    expect(old).toEqual([]);
  });

  it.each([
    ['there is no clipboard', undefined],
    ['it refuses', () => Promise.reject(new Error('NotAllowed'))],
    [
      'it throws',
      () => {
        throw new Error('NotAllowed');
      },
    ],
    ['it never answers', () => new Promise(() => {})],
  ])('falls back to the old command when %s', async (_name, writeText) => {
    writing(writeText);
    const old = command(true);
    const copied = createClipboard(window).copy('码');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await copied).toBe(true);
    expect(old).toEqual(['码']);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it.each([false, new Error('unsupported')])('never claims what neither did: %s', async (works) => {
    writing(undefined);
    command(works);
    expect(await createClipboard(window).copy('码')).toBe(false);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('stays inside an open dialog, and gives the focus back', async () => {
    writing(undefined);
    document.body.innerHTML = '<dialog open><button>复制</button></dialog>';
    const button = document.querySelector('button');
    button?.focus();
    const parents: (Element | null)[] = [];
    Object.assign(document, { execCommand: () => parents.push(document.activeElement?.parentElement ?? null) > 0 });
    await createClipboard(window).copy('码');
    expect(parents).toEqual([document.querySelector('dialog')]);
    expect(document.activeElement).toBe(button);
  });
});
