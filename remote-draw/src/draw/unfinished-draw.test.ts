import { describe, expect, it } from 'vitest';
import { createUnfinishedDraws } from './unfinished-draw.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('unfinished draws', () => {
  it('keep one id per user until it is finished', () => {
    const draws = createUnfinishedDraws(memory());
    expect(draws.find('u1')).toBeNull();
    const id = draws.begin('u1');
    expect(draws.begin('u1')).toBe(id);
    expect(draws.begin('u2')).not.toBe(id);
    draws.finish('u1', 'another');
    expect(draws.find('u1')).toBe(id);
    draws.finish('u1', id);
    expect(draws.find('u1')).toBeNull();
    expect(draws.begin('u1')).not.toBe(id);
  });

  it('outlive the page', () => {
    const storage = memory();
    const id = createUnfinishedDraws(storage).begin('u1');
    expect([...storage.items]).toEqual([['fridge.draw.unfinished.u1', id]]);
    expect(createUnfinishedDraws(storage).find('u1')).toBe(id);
  });

  it.each(['', 'x', '../', '00000000-0000-0000-0000-00000000000G'])('ignore %j', (tampered) => {
    const storage = memory();
    const draws = createUnfinishedDraws(storage);
    draws.begin('u1');
    for (const key of storage.items.keys()) storage.items.set(key, tampered);
    expect(draws.find('u1')).toBeNull();
  });
});
