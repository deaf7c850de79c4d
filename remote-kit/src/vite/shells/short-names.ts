import { changeSheet } from './transform-sheet.ts';

const CLASSES = / class="([^"]*)"/g;

/**
 * Names the classes of markup anew, as short as can be, and leaves out those that no rule names: a tenth of a page's
 * first bytes. The rules of other stylesheets then don't apply to it.
 * @param markups as React writes them
 */
export function withShortNames(css: string, markups: readonly string[]): { css: string; markups: string[] } {
  const drawn = new Set(
    markups.flatMap((markup) => [...markup.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' '))),
  );
  const names = new Map<string, string>();
  const rename = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const isClass = 'type' in node && node.type === 'class' && 'name' in node;
    if (!isClass) Object.values(node).forEach(rename);
    else if (typeof node.name === 'string' && drawn.has(node.name)) {
      const name = names.get(node.name) ?? `_${names.size.toString(36)}`;
      names.set(node.name, name);
      node.name = name;
    }
  };
  return {
    css: changeSheet(css, {
      Selector(selector) {
        rename(selector);
        return selector;
      },
    }),
    markups: markups.map((markup) =>
      markup.replaceAll(CLASSES, (_, all: string) => {
        const kept = all.split(' ').flatMap((name) => names.get(name) ?? []);
        return kept.length === 0 ? '' : ` class="${kept.join(' ')}"`;
      }),
    ),
  };
}
