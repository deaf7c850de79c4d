import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';

const file = `${import.meta.dirname}/older-engines.ts`;
const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);

/** A realm of its own, after this code and the file's. */
function completedAfter(before: string): typeof globalThis {
  const realm = createContext({});
  return runInContext(`${before};${code};({ Object, Array, String })`, realm) as typeof globalThis; // the three constructors are all that is used
}
/** As an engine of the browser floor. */
const older = completedAfter('delete Object.hasOwn; delete Array.prototype.at; delete String.prototype.at');

describe('an older engine', () => {
  it('gets Object.hasOwn', () => {
    expect(older.Object.hasOwn({ a: 1 }, 'a')).toBe(true);
    expect(older.Object.hasOwn({ a: 1 }, 'constructor')).toBe(false);
    expect(older.Object.hasOwn(Object.create(null), 'a')).toBe(false);
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
  ])('gets at(%s)', (index, expected) => {
    expect(older.Array.of('a', 'b', 'c').at(index)).toBe(expected);
    expect(new older.String('abc').at(index)).toBe(expected);
  });

  it('gets nothing that a for…in lists', () => {
    const found: string[] = [];
    for (const key in older.Array.of('a')) found.push(key);
    expect(found).toEqual(['0']);
  });
});

it('does not replace what an engine has', () => {
  const realm = completedAfter('Object.hasOwn = () => "own"');
  expect(realm.Object.hasOwn({}, '')).toBe('own');
});
