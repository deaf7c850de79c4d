import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copy } from './copy.ts';
import { deckKeys } from './testing/deck-keys.ts';

/** The shared-report landing page is the host's, which draws it with its own keys of the same texts (copy deck 6.18). */
const isHosts = (key: string) => key.startsWith('report.share.');

/** Every key that the remote's code names: as it stands, or as a template whose gaps fit it. */
function namedKeys(): RegExp[] {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|copy\.ts$|^testing/.test(file))
    .concat('../release.config.ts')
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const literals = sources.flatMap((source) =>
    [...source.matchAll(/[cC]opy\[(.+?)\](?![\w'`])/g)].flatMap(([, inside = '']) => [
      ...inside.matchAll(/'([\w.]+)'|`([\w.]*(?:\$\{.+?\}[\w.]*)*)`/g),
    ]),
  );
  return literals.map(
    ([, plain, template]) =>
      new RegExp(`^${(plain ?? template ?? '').replaceAll('.', '\\.').replace(/\$\{.+?\}/g, '[\\w]+')}$`),
  );
}

it('has every word of section 6, and no key of its own invention', () => {
  const ours = Object.keys(copy).filter((key) => key.startsWith('report.'));
  expect(ours.toSorted()).toEqual(deckKeys.filter((key) => !isHosts(key)).toSorted());
  expect(deckKeys).toHaveLength(154);
});

it('uses every one of them', () => {
  const named = namedKeys();
  expect(Object.keys(copy).filter((key) => !named.some((pattern) => pattern.test(key)))).toEqual([]);
});
