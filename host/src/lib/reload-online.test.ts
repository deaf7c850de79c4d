import { afterEach, describe, expect, it, vi } from 'vitest';
import { ORIGIN_LIMIT_MS, originAnswers } from './reload-online.ts';

afterEach(() => void vi.useRealTimers());

const address = 'https://host.example/draw';

describe('the origin', () => {
  it.each([
    ['answers', 200, true],
    ["doesn't serve the page", 503, false],
  ])('%s', async (_, status, expected) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(null, { status }));
    expect(await originAnswers(fetch, address)).toBe(expected);
    const [asked, how] = fetch.mock.calls[0] ?? [];
    expect([asked, how?.method, how?.cache]).toEqual([address, 'HEAD', 'no-store']);
  });

  it("can't be reached", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await originAnswers(fetch, address)).toBe(false);
  });

  it('says nothing within its limit: the request ends then', async () => {
    vi.useFakeTimers();
    const pending = vi.fn<typeof globalThis.fetch>(
      (_, asked) =>
        new Promise((_resolve, reject) => asked?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const answered = originAnswers(pending, address);
    await vi.advanceTimersByTimeAsync(ORIGIN_LIMIT_MS);
    expect(await answered).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
