import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { completeEngine } from './older-engines.ts';

/** A realm of its own as an engine of the browser floor has it. */
function olderEngine(): typeof globalThis {
  const realm = runInNewContext('({ Object, Array, String })') as typeof globalThis; // the three constructors are all that is used
  for (const [object, name] of [
    [realm.Object, 'hasOwn'],
    [realm.Array.prototype, 'at'],
    [realm.String.prototype, 'at'],
  ] as const) {
    Reflect.deleteProperty(object, name);
  }
  return realm;
}

describe('completeEngine', () => {
  it('gives an older engine Object.hasOwn', () => {
    const realm = olderEngine();
    completeEngine(realm);
    expect(realm.Object.hasOwn({ a: 1 }, 'a')).toBe(true);
    expect(realm.Object.hasOwn({ a: 1 }, 'constructor')).toBe(false);
    expect(realm.Object.hasOwn(Object.create(null), 'a')).toBe(false);
  });

  it.each([
    [-1, 'c'],
    [-3, 'a'],
    [-4, undefined],
    [0, 'a'],
    [2, 'c'],
    [3, undefined],
    [Number.NaN, 'a'],
    [1.9, 'b'],
  ])('gives it at(%s)', (index, expected) => {
    const realm = olderEngine();
    completeEngine(realm);
    expect(realm.Array.of('a', 'b', 'c').at(index)).toBe(expected);
    expect(new realm.String('abc').at(index)).toBe(expected);
  });

  it('adds nothing that a for…in lists', () => {
    const realm = olderEngine();
    completeEngine(realm);
    const found: string[] = [];
    for (const key in realm.Array.of('a')) found.push(key);
    expect(found).toEqual(['0']);
  });

  it('does not replace what an engine has', () => {
    const { hasOwn } = Object;
    completeEngine(globalThis);
    expect(Object.hasOwn).toBe(hasOwn);
  });
});
