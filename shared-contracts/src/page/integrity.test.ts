import { describe, expect, it } from 'vitest';
import { integrityMapText, integrityPath, releaseHashes } from './integrity.ts';

const file = (name: string) => ({ file: name, integrity: `sha384-${name}`, bytes: 1 });
const base = 'https://cdn.example/draw/1.0.0/';

describe('releaseHashes', () => {
  const hashes = releaseHashes({
    entry: `${base}remoteEntry.js`,
    scripts: [file('remoteEntry.js'), file('assets/wheel.js')],
  });

  it('has the entry at its address and at those of its retries', () =>
    expect(Object.keys(hashes).filter((address) => address.includes('remoteEntry'))).toEqual([
      `${base}remoteEntry.js`,
      'https://cdn.example/~1/draw/1.0.0/remoteEntry.js',
      'https://cdn.example/~2/draw/1.0.0/remoteEntry.js',
      'https://cdn.example/~3/draw/1.0.0/remoteEntry.js',
    ]));

  it.each([
    ['assets/wheel.js', true],
    ['assets/wheel.js?again=1', true],
    ['assets/wheel.js?again=3', true],
    ['assets/wheel.js?again=4', false],
  ])('has a chunk as %s: %s, below every prefix of a retry and no other', (form, listed) => {
    const expected = listed ? 'sha384-assets/wheel.js' : undefined;
    expect(hashes[base + form]).toBe(expected);
    expect(hashes[`https://cdn.example/~3/draw/1.0.0/${form}`]).toBe(expected);
    expect(hashes[`https://cdn.example/~4/draw/1.0.0/${form}`]).toBeUndefined();
  });

  it('has nothing of a release without a list', () =>
    expect(releaseHashes({ entry: `${base}remoteEntry.js`, scripts: [] })).toEqual({}));
});

it('a map can close no script', () =>
  expect(integrityMapText({ 'https://a.example/</script>': 'x' })).toBe(
    '{"integrity":{"https://a.example/\\u003c/script>":"x"}}',
  ));

it('one address has the maps of several releases', () =>
  expect(integrityPath(['abc', 'def'])).toBe('/integrity/abc-def.json'));
