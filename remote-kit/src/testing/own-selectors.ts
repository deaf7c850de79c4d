/**
 * The selectors of a CSS module that name no class of its own, so that they match what other modules and remotes draw:
 * the sheets of a page all hold for the whole of it.
 */
export function strayingSelectors(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const straying: string[] = [];
  const open: ('keyframes' | 'at-rule' | 'rule')[] = [];
  for (const [, prelude = '', brace = ''] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') open.pop();
    if (brace !== '{') continue;
    const selector = prelude.trim();
    const isNested = open.some((kind) => kind !== 'at-rule');
    if (!selector.startsWith('@') && !isNested)
      straying.push(...splitList(selector).filter((one) => !namesOwnClass(one)));
    open.push(/^@(-\w+-)?keyframes/.test(selector) ? 'keyframes' : selector.startsWith('@') ? 'at-rule' : 'rule');
  }
  return straying;
}

/** By the commas between selectors, not those within `:is(a, b)`. */
const splitList = (selector: string): string[] => selector.split(/,(?![^(]*\))/).map((one) => one.trim());

const namesOwnClass = (selector: string): boolean =>
  /\.[A-Za-z_]/.test(selector.replace(/:global\((?:[^()]|\([^()]*\))*\)/g, ''));
