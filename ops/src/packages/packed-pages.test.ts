import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../workspace.ts';
import { packedPackages } from './packed-packages.ts';
import { packedPages, packedText } from './packed-pages.ts';
import { packedEntries, readSource } from './source-package.ts';

const sources = await Promise.all(packedPackages.map(readSource));
/** What a team can import. */
const exported = new Set(
  sources.flatMap((source) => packedEntries(source).map(([entry]) => source.name + entry.slice(1))),
);

describe.each(sources.flatMap((source) => packedPages(source).map(([, from]) => [from])))('%s', (from) => {
  const text = packedText(readFileSync(inRepository(from), 'utf8'));

  it('imports what the packages export', () => {
    const named = [...text.matchAll(/from '(@fridge\/[\w/-]+)'/g)].map(([, name]) => name);
    expect(named.filter((name) => !exported.has(name ?? ''))).toEqual([]);
  });

  it('leads to no file that a package lacks', () => expect(text).not.toMatch(/\]\((?!https?:|#)/));
});

it('the README of the kit lists modules that it exports', () => {
  const text = readFileSync(inRepository('remote-kit/README.md'), 'utf8');
  const [table = ''] = /\| import `@fridge\/remote-kit\/…`[\s\S]*?\n\n/.exec(text) ?? [];
  const names = [...table.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, name]) => `@fridge/remote-kit/${name}`);
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
});
