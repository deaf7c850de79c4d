import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRegistryStore, type RegistryStoreParts } from './registry-store.ts';

const remote = { enabled: true, title: '活动', description: '', routes: ['/'], entry: 'http://localhost:4171/remoteEntry.js' };
const good = JSON.stringify({ version: 1, remotes: { campaign2023: remote } });
const off = JSON.stringify({ version: 1, remotes: { campaign2023: { ...remote, enabled: false } } });

function storeWith(answers: (() => Promise<Response>)[], parts: Partial<RegistryStoreParts> = {}) {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const fetchRegistry = vi.fn(() => (answers.shift() ?? (() => Promise.reject(new Error('offline'))))());
  return { store: createRegistryStore({ fetchRegistry, early: null, storage, onAnswer: () => undefined, ...parts }), fetchRegistry, kept };
}
const answer = (body: string, status = 200) => () => Promise.resolve(new Response(body, { status }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(6_000);

describe('createRegistryStore', () => {
  it('reads the registry, with one request when the early start has asked already', async () => {
    const { store, fetchRegistry } = storeWith([], { early: Promise.resolve(new Response(good)) });
    expect(store.get()).toEqual({ kind: 'reading' });
    await settle();
    expect(store.get()).toMatchObject({ kind: 'ready' });
    expect(fetchRegistry).not.toHaveBeenCalled();
  });

  it.each([
    ['a network failure', () => Promise.reject(new Error('offline'))],
    ['no answer within 5 s', () => new Promise<Response>(() => undefined)],
    ['half a file', answer(good.slice(0, 40))],
    ['HTML', answer('<!doctype html>')],
    ['a wrong shape', answer('{"version":1,"remotes":{"draw":{}}}')],
    ['a server error', answer(good, 503)],
  ])('is unavailable after %s with nothing kept', async (_, bad) => {
    const { store } = storeWith([bad]);
    await settle();
    expect(store.get()).toEqual({ kind: 'unavailable' });
  });

  it('falls back to what an earlier visit kept', async () => {
    const { store } = storeWith([answer('broken')], { storage: { getItem: () => good, setItem: () => undefined } });
    await settle();
    expect(store.get()).toMatchObject({ kind: 'ready' });
  });

  it('keeps the last good one while the page is open, and takes a new one', async () => {
    const { store } = storeWith([answer(good), answer('{'), answer(off)]);
    await settle();
    await store.refresh();
    expect(store.get()).toMatchObject({ registry: { remotes: { campaign2023: { enabled: true } } } });
    await store.refresh();
    expect(store.get()).toMatchObject({ registry: { remotes: { campaign2023: { enabled: false } } } });
  });

  it('keeps the same object when nothing changed', async () => {
    const { store } = storeWith([answer(good), answer(good)]);
    await settle();
    const before = store.get();
    await store.refresh();
    expect(store.get()).toBe(before);
  });

  it('does not go back to an older answer that took longer', async () => {
    let arrive: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    const { store } = storeWith([answer(good), () => slow, answer(off)]);
    await settle();
    const older = store.refresh();
    await store.refresh();
    arrive(new Response(good));
    await older;
    expect(store.get()).toMatchObject({ registry: { remotes: { campaign2023: { enabled: false } } } });
  });

  it('lives without a storage', async () => {
    const refusing = { getItem: () => { throw new Error('denied'); }, setItem: () => { throw new Error('denied'); } };
    const { store } = storeWith([answer(good)], { storage: refusing });
    await settle();
    expect(store.get()).toMatchObject({ kind: 'ready' });
  });
});
