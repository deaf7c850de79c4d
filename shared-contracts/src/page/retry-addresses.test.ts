import { describe, expect, it } from 'vitest';
import { askedAgain, isLastAgain, movedAddress, withoutRetry } from './retry-addresses.ts';

describe.each(['', 'https://cdn.example:8443'])('a file of "%s"', (origin) => {
  const file = `${origin}/draw/1.0.0/assets/a.js?v=1`;

  it.each([
    [0, '/draw/1.0.0/assets/a.js?v=1'],
    [1, '/~1/draw/1.0.0/assets/a.js?v=1'],
    [3, '/~3/draw/1.0.0/assets/a.js?v=1'],
    [4, '/~3/draw/1.0.0/assets/a.js?v=1'],
  ])('moves to its address of try %i', (attempt, expected) =>
    expect(movedAddress(file, attempt)).toBe(origin + expected),
  );

  it('moves from one address of a retry to another', () =>
    expect(movedAddress(movedAddress(file, 1), 2)).toBe(movedAddress(file, 2)));

  it.each([1, 2, 3])('is the same file below /~%i/', (attempt) =>
    expect(withoutRetry(movedAddress(file, attempt))).toBe(file),
  );

  it.each(['/~0/a.js', '/~4/a.js', '/~12/a.js', '/~/a.js', '/~1', '/~1a/a.js', '/a/~1/a.js', '/a.js'])(
    '%s has no prefix of a retry',
    (path) => expect(withoutRetry(origin + path)).toBe(origin + path),
  );

  it('loses one prefix only', () => expect(withoutRetry(`${origin}/~1/~2/a.js`)).toBe(`${origin}/~2/a.js`));
});

it.each([
  [0, './late.js'],
  [1, './late.js?again=1'],
  [3, './late.js?again=3'],
  [4, './late.js?again=3'],
])('a late chunk is asked for again: try %i', (attempt, expected) =>
  expect(askedAgain('./late.js', attempt)).toBe(expected),
);

it.each([
  ['https://cdn.example/~3/late.js', false],
  ['https://cdn.example/late.js?again=2', false],
  ['https://cdn.example/late.js?again=3', true],
])('%s is the last address of a late chunk: %s', (address, expected) => expect(isLastAgain(address)).toBe(expected));
