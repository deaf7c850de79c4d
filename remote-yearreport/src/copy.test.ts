import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copy } from './copy.ts';

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

it('has no text that it does not use', () => {
  const named = namedKeys();
  expect(Object.keys(copy).filter((key) => !named.some((pattern) => pattern.test(key)))).toEqual([]);
});
