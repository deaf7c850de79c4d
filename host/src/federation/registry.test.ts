// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRegistry } from '@fridge/shared-contracts/page';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { createRegistry, readEmbeddedRegistry, REGISTRY_LIMIT_MS, REGISTRY_POLL_MS } from './registry.ts';

const remote = {
  enabled: true,
  title: '活动',
  description: '',
  routes: ['/'],
  entry: 'http://localhost:4171/remoteEntry.js',
};
const registryOf = (entry: unknown) => ({ version: 1, remotes: { campaign2023: entry } });
const good = JSON.stringify(registryOf(remote));
const off = JSON.stringify(registryOf({ ...remote, enabled: false }));
const answer =
  (body: string, status = 200) =>
  () =>
    Promise.resolve(new Response(body, { status }));
const offline = () => Promise.reject(new Error('offline'));
/** Hangs until it is aborted, as `fetch` does. */
const hang = (signal?: AbortSignal | null) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

removePageListeners();

type RegistryOptions = Parameters<typeof createRegistry>[0];

/** A page that brought `embedded` and gets these answers, one after the other; then it is offline. */
function page(
  embedded: unknown,
  answers: ((signal?: AbortSignal | null) => Promise<Response>)[],
  kept: string | null = null,
) {
  const storage = new Map(kept === null ? [] : [['registry.lastGood', kept]]);
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetched = vi.fn((_url: unknown, init?: RequestInit) => {
    signals.push(init?.signal);
    return (answers.shift() ?? offline)(init?.signal);
  });
  const report = vi.fn<RegistryOptions['report']>();
  const keeper = createRegistry({
    embedded,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: fetched,
    observe: () => undefined,
    report,
  });
  const { start } = keeper;
  const enabled = () => {
    const state = keeper.store.getState();
    return state.kind === 'ready' ? state.registry.remotes['campaign2023']?.enabled : state.kind;
  };
  return { keeper, fetched, report, start, enabled, signals, storage };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the registry in the page', () => {
  it('is there before any request, and is asked about only by the polls', async () => {
    const { enabled, fetched, start } = page(JSON.parse(good), [answer(off)]);
    expect(enabled()).toBe(true);
    start();
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(REGISTRY_POLL_MS);
    expect(fetched.mock.calls.map(([url, init]) => [url, init?.cache])).toEqual([
      ['/remotes.json?contract=3.1', 'no-cache'],
    ]);
    expect(enabled()).toBe(false);
  });

  it.each([
    [{ contract: '4.2' }, { major: 4, minor: 2 }],
    [{}, null],
    [{ contract: 'new' }, null],
  ])('tells which host is served by now: %j', async (more, served) => {
    const { keeper } = page(JSON.parse(good), [answer(JSON.stringify({ ...registryOf(remote), ...more }))]);
    expect(keeper.served()).toBeNull();
    await keeper.refresh();
    expect(keeper.served()).toEqual(served);
  });

  it('is read from the block; anything else in it means: ask', () => {
    expect(readEmbeddedRegistry(`{"registry":${good}}`)).toEqual(JSON.parse(good));
    for (const block of ['', 'null', '__REMOTES_REGISTRY__', '{"registry":null}']) {
      expect(readEmbeddedRegistry(block)).toBeNull();
    }
  });

  it('is kept for a later visit', () => {
    const { start, storage } = page(JSON.parse(good), []);
    start();
    expect(storage.get('registry.lastGood')).toBe(good);
  });

  it('announces its entries, as an answer does; those of an earlier visit are told from them', async () => {
    expect(page(JSON.parse(good), []).keeper.announced(remote.entry)).toBe(true);
    const { keeper, enabled } = page(registryOf({}), [answer(good)], good);
    expect([enabled(), keeper.announced(remote.entry)]).toEqual([true, false]);
    await keeper.refresh();
    expect(keeper.announced(remote.entry)).toBe(true);
  });
});

describe('a page without a registry', () => {
  it('uses the last good one at once and requests a newer one', async () => {
    const { enabled, start } = page(null, [answer(off)], good);
    expect(enabled()).toBe(true);
    start();
    await settle();
    expect(enabled()).toBe(false);
  });

  it.each([
    ['a network failure', offline, 'network'],
    ['no answer within 5 s', hang, 'timeout'],
    ['half a file', answer(good.slice(0, 40)), 'malformed'],
    ['HTML', answer('<!doctype html>'), 'malformed'],
    ['something else', answer('{"version":2}'), 'malformed'],
    ['a server error', answer(good, 503), 'network'],
  ])('is without one after %s with nothing kept, and says so once', async (_, bad, reason) => {
    const { enabled, start, report } = page(null, [bad, bad, bad]);
    start();
    expect(enabled()).toBe('reading');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(enabled()).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(REGISTRY_POLL_MS);
    expect(report.mock.calls.map(([{ name, reason: told }]) => [name, told])).toEqual([['host', reason]]);
  });
});

describe('the polls', () => {
  it('keep the last good one while the page is open, and take a new one', async () => {
    const { keeper, enabled, start } = page(JSON.parse(good), [answer('{'), answer(off)]);
    start();
    await keeper.refresh();
    expect(enabled()).toBe(true);
    await keeper.refresh();
    expect(enabled()).toBe(false);
  });

  it('keep the same object when nothing changed', async () => {
    const { keeper, start } = page(null, [answer(good), answer(good)]);
    start();
    await settle();
    const before = keeper.store.getState();
    await keeper.refresh();
    expect(keeper.store.getState()).toBe(before);
  });

  it('share a request that is under way', async () => {
    const { keeper, fetched, start } = page(JSON.parse(good), [answer(off)]);
    start();
    await Promise.all([keeper.refresh(), keeper.refresh()]);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('are each aborted at their limit, a dripping body too, and notice a switch within 30 s of healing', async () => {
    const drip = (signal?: AbortSignal | null) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => void signal?.addEventListener('abort', () => controller.error(signal.reason)),
          }),
        ),
      );
    const { enabled, start, signals } = page(JSON.parse(good), [hang, drip, hang, drip, hang, drip, hang, answer(off)]);
    start();
    await vi.advanceTimersByTimeAsync(7 * REGISTRY_POLL_MS + REGISTRY_LIMIT_MS);
    expect(signals).toHaveLength(7);
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
    await vi.advanceTimersByTimeAsync(REGISTRY_POLL_MS);
    expect(enabled()).toBe(false);
  });

  it('rest while the page is hidden and come at once when it is back, from the back-forward cache too', async () => {
    const { fetched, start } = page(JSON.parse(good), []);
    start();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(5 * REGISTRY_POLL_MS);
    expect(fetched).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(fetched).toHaveBeenCalledTimes(1);
    await settle();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('work without a storage', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const keeper = createRegistry({
      embedded: JSON.parse(good),
      storage,
      fetch: offline,
      observe: () => undefined,
      report: () => undefined,
    });
    expect(keeper.start).not.toThrow();
    expect(keeper.store.getState().kind).toBe('ready');
  });
});

it('of a page that shows a preview is polled as such, and kept for no other page', async () => {
  const write = vi.fn();
  const fetched = vi.fn(answer(off));
  const keeper = createRegistry({
    embedded: JSON.parse(good),
    showsPreview: true,
    storage: { getItem: () => null, setItem: write, removeItem: () => undefined },
    fetch: fetched,
    observe: () => undefined,
    report: () => undefined,
  });
  keeper.start();
  await vi.advanceTimersByTimeAsync(REGISTRY_POLL_MS);
  expect(fetched).toHaveBeenCalledWith('/remotes.json?contract=3.1&preview=1', expect.anything());
  expect(write).not.toHaveBeenCalled();
});

describe('a remote whose entry does not fit', () => {
  const partly = { version: 1, remotes: { campaign2023: remote, draw: { ...remote, routes: 'everywhere' } } };

  it('is left out alone, and named once', async () => {
    const { keeper, enabled, start, report } = page(partly, [
      answer(JSON.stringify(partly)),
      answer(JSON.stringify(partly)),
    ]);
    start();
    await keeper.refresh();
    await keeper.refresh();
    expect(enabled()).toBe(true);
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'draw', reason: 'malformed' }));
  });

  it('keeps the entry that the page had, and what is kept for the next visit', async () => {
    const whole = { version: 1, remotes: { campaign2023: remote, draw: remote } };
    const { keeper, start, storage } = page(whole, [answer(JSON.stringify(partly))]);
    start();
    await keeper.refresh();
    expect(keeper.store.getState()).toMatchObject({
      registry: { remotes: { draw: { title: remote.title } } },
      broken: [],
    });
    expect(readRegistry(JSON.parse(storage.get('registry.lastGood') ?? ''))?.registry.remotes).toHaveProperty('draw');
  });

  it('takes the entry of an earlier visit, and is named as broken where there is none', () => {
    const { keeper } = page(partly, []);
    expect(keeper.store.getState()).toMatchObject({ broken: ['draw'] });
    expect(
      page(partly, [], JSON.stringify({ version: 1, remotes: { draw: remote } })).keeper.store.getState(),
    ).toMatchObject({ registry: { remotes: { draw: { title: remote.title } } }, broken: [] });
  });
});
