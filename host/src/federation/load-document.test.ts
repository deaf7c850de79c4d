// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDocumentLoad, ORIGIN_LIMIT_MS } from './load-document.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function page(fetch: typeof globalThis.fetch, confirm = vi.fn(async () => true)) {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const report = vi.fn();
  return { ...createDocumentLoad(fetch, { report }, confirm), reload, report, confirm };
}
const answers = () => vi.fn<typeof fetch>(async () => new Response(null));

describe('a document', () => {
  it('is loaded once the origin answers', async () => {
    const fetch = answers();
    const { load, reload } = page(fetch);
    void load();
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledOnce();
    const [address, how] = fetch.mock.calls[0] ?? [];
    expect([address, how?.method, how?.cache]).toEqual([location.href, 'HEAD', 'no-store']);
  });

  it.each<[string, typeof fetch]>([
    ['network', async () => new Response(null, { status: 503 })],
    ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'timeout',
      (_, how) =>
        new Promise((__, reject) => how?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    ],
  ])('is not loaded where it does not (%s): the page stays', async (reason, fetch) => {
    const { load, reload, report } = page(fetch);
    const loading = load();
    await vi.advanceTimersByTimeAsync(ORIGIN_LIMIT_MS);
    await loading;
    expect(report.mock.calls).toEqual([[{ remote: 'host', version: 'unknown', phase: 'registry', reason }]]);
    expect([reload.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('is offered once at a time, and loaded if the user agrees: %s', async (agrees, loads) => {
    let answer: (confirmed: boolean) => void = () => undefined;
    const confirm = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const { offer, reload } = page(answers(), confirm);
    const first = offer();
    await offer();
    expect(confirm).toHaveBeenCalledOnce();
    answer(agrees);
    await vi.advanceTimersByTimeAsync(60_000);
    await first;
    expect(reload).toHaveBeenCalledTimes(loads);
    void offer();
    expect(confirm).toHaveBeenCalledTimes(2);
  });
});
