import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { strayingSelectors } from './own-selectors.ts';

const root = new URL('../../..', import.meta.url).pathname;
const packages = readdirSync(root)
  .filter((name) => /^(host|shared-ui|remote-.+)$/.test(name))
  .map((name) => join(root, name, 'src'));
const modules = packages.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => join(folder, name)),
);

it.each([
  ['.card svg *', []],
  ['textarea.control[rows="2"]', []],
  ["[data-active='true'] .rise, .own:has(> p)", []],
  [":global(:root[data-skin='1']) .card", []],
  ["[data-active='false'] svg *", ["[data-active='false'] svg *"]],
  [".own, textarea[rows='2']", ["textarea[rows='2']"]],
  [':global(.foreign) p', [':global(.foreign) p']],
])('%s', (selector, straying) => expect(strayingSelectors(`${selector} { color: red; }`)).toEqual(straying));

it('reads within at-rules, and takes neither keyframes nor nested rules for selectors of their own', () => {
  expect(
    strayingSelectors(
      '@media (min-width: 1px) { p { color: red; } .a { &:hover { color: red; } } } @keyframes in { from { opacity: 0; } 50% { opacity: 1; } }',
    ),
  ).toEqual(['p']);
});

it('finds none in the CSS modules of the product, each of which shares the page with all others', () => {
  expect(modules.length).toBeGreaterThan(50);
  const found = modules.flatMap((file) =>
    strayingSelectors(readFileSync(file, 'utf8')).map((selector) => `${file.slice(root.length)}: ${selector}`),
  );
  expect(found).toEqual([]);
});
