/** What a stylesheet selects and says. `problems`: what it has besides rules, in sentences. */
type ReadRules = { selectors: string[]; values: string[]; urls: string[]; problems: string[] };

type Kind = 'group' | 'keyframes' | 'rule';

const GROUPS = new Set(['media', 'supports', 'container', 'layer']);
const KEYFRAMES = /^(?:-webkit-|-moz-)?keyframes$/;

/** Strings, addresses and brackets, in which separators mean nothing. */
const PIECE =
  /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|url\(\s*(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|[^\s"'()\\]*)\s*\)|\\[^\n]|[^"'\\]/giy;

/** Reads a stylesheet of plain rules, and refuses comments, nesting and every at-rule that isn't needed for those. */
export function readRules(css: string): ReadRules {
  const read: ReadRules = { selectors: [], values: [], urls: [], problems: [] };
  /** Kinds of the blocks around. */
  const open: Kind[] = [];
  /** Brackets that have to be closed, innermost last. */
  const brackets: string[] = [];
  let text = '';
  /** The same without what strings say. */
  let bare = '';
  const problem = (sentence: string) => {
    read.problems.push(sentence);
    return read;
  };
  const declare = (): boolean => {
    const isDeclaration = open.at(-1) === 'rule' && !bare.includes('\\') && /^\s*[\w-]+\s*:/.test(bare);
    if (isDeclaration) read.values.push(bare.trim());
    return isDeclaration || text.trim() === '';
  };
  const piece = new RegExp(PIECE);
  for (let at = 0; at < css.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const [found] = piece.exec(css) ?? [];
    const where = `at "${css.slice(Math.max(0, at - 30), at + 30)}"`;
    if (found === undefined || css.startsWith('/*', at)) return problem(`its styles can't be read, ${where}.`);
    const isUrl = found.length > 1 && /^url\(/i.test(found);
    if (isUrl)
      read.urls.push(
        found
          .slice(4, -1)
          .trim()
          .replace(/^["']|["']$/g, ''),
      );
    if (!isUrl && /^url$/i.test(css.slice(at - 3, at)) && found === '(' && !/[\w-]/.test(css[at - 4] ?? ''))
      return problem(`its styles can't be read, ${where}.`);
    if (found === '(' || found === '[') brackets.push(found === '(' ? ')' : ']');
    else if (found === ')' || found === ']') {
      if (brackets.pop() !== found) return problem(`its styles have brackets that don't match, ${where}.`);
    } else if ('{};'.includes(found)) {
      if (brackets.length > 0) return problem(`its styles have brackets that don't match, ${where}.`);
      const prelude = text.trim();
      if (found === '{') {
        const kind = kindOf(prelude, open.at(-1));
        if (kind === null) return problem(`its styles have ${prelude.slice(0, 60)} {…}, which shells may not have.`);
        if (kind === 'rule' && open.at(-1) !== 'keyframes') read.selectors.push(...splitList(prelude));
        open.push(kind);
      } else if (found === ';' && /^@layer [\w.,\s-]+$/.test(prelude) && open.at(-1) !== 'rule') {
        // Order of layers alone.
      } else if (!declare()) return problem(`its styles have "${prelude.slice(0, 60)}", which shells may not have.`);
      if (found === '}' && open.pop() === undefined)
        return problem(`its styles have brackets that don't match, ${where}.`);
      text = '';
      bare = '';
      continue;
    }
    text += found;
    bare += isUrl ? 'url()' : /^["']/.test(found) ? '""' : found;
  }
  return open.length > 0 || brackets.length > 0 || text.trim() !== ''
    ? problem("its styles end before they're complete.")
    : read;
}

function kindOf(prelude: string, parent: Kind | undefined): Kind | null {
  if (parent === 'rule' || prelude === '') return null;
  if (!prelude.startsWith('@')) return 'rule';
  const [, name = ''] = /^@([a-z-]+)[\s(][^\\]*$/.exec(prelude) ?? [];
  if (parent === 'keyframes') return null;
  return GROUPS.has(name) ? 'group' : KEYFRAMES.test(name) ? 'keyframes' : null;
}

/** By the commas outside strings and brackets. */
function splitList(selectors: string): string[] {
  const list = [''];
  let depth = 0;
  for (const [piece] of selectors.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^\\]/g)) {
    if (piece === '(' || piece === '[') depth += 1;
    if (piece === ')' || piece === ']') depth -= 1;
    if (piece === ',' && depth === 0) list.push('');
    else list.push((list.pop() ?? '') + piece);
  }
  return list.map((selector) => selector.trim());
}
