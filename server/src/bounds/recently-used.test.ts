import { expect, it } from 'vitest';
import { recentlyUsed } from './recently-used.ts';

it('drops what was used longest ago', () => {
  const made: string[] = [];
  const kept = recentlyUsed<string>(2);
  const use = (key: string) => kept.getOrMake(key, () => (made.push(key), key));
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) use(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('counts weights, and keeps nothing that is heavier than all', () => {
  const made: string[] = [];
  const kept = recentlyUsed<string>(4, ({ length }) => length);
  const use = (key: string) => kept.getOrMake(key, () => (made.push(key), key));
  for (const key of ['aa', 'bb', 'aa', 'ccc', 'ccc', 'too long', 'ccc']) use(key);
  expect(made).toEqual(['aa', 'bb', 'ccc', 'too long', 'ccc']);
});

it('replaces a value with its weight, and drops one', () => {
  const kept = recentlyUsed<string>(4, ({ length }) => length);
  kept.set('a', 'aaa');
  kept.set('a', 'a');
  kept.set('b', 'bbb');
  expect([kept.get('a'), kept.get('b')]).toEqual(['a', 'bbb']);
  kept.drop('b');
  kept.set('c', 'ccc');
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['a', undefined, 'ccc']);
});
