import { parseSync, Visitor } from 'vite';

type Part = { start: number; end: number };

/**
 * Adds to the end of what a bracket encloses: properties, elements or statements.
 * @param opening matches up to the bracket
 * @returns `null` where the code has no such place
 */
export function addInside(code: string, opening: RegExp, text: string): string | null {
  const found = opening.exec(code);
  if (found === null) return null;
  const start = found.index + found[0].length - 1;
  let added: string | null = null;
  const add = (node: Part, parts: readonly (Part | null)[], separator: string) => {
    if (node.start !== start) return;
    const last = parts.at(-1)?.end ?? start + 1;
    const isSeparated = parts.length === 0 || /^\s*,/.test(code.slice(last));
    const before = code.slice(0, last) + (isSeparated ? '' : separator) + code.slice(last, node.end - 1).trimEnd();
    const [indent = ''] = /^[ \t]*/.exec(code.slice(code.lastIndexOf('\n', start) + 1)) ?? [];
    const lines = text.split('\n').map((line) => `\n${indent}  ${line}`);
    added = `${before}${lines.join('')}\n${indent}${code.slice(node.end - 1)}`;
  };
  new Visitor({
    ObjectExpression: (node) => add(node, node.properties, ','),
    ArrayExpression: (node) => add(node, node.elements, ','),
    BlockStatement: (node) => add(node, node.body, ''),
  }).visit(parseSync('source.ts', code).program);
  return added;
}

/** Adds a name to the import of a module, or the import. @param name may be `* as v` */
export function withImport(code: string, name: string, module: string): string {
  const imported = name.startsWith('*') ? name : `{ ${name} }`;
  const line = new RegExp(`import \\{([^}]*?),?\\s*\\} from '${module}';`);
  const [whole, names] = line.exec(code) ?? [];
  if (code.includes(`import ${imported} from '${module}';`)) return code;
  if (whole === undefined || names === undefined) {
    const rest = code.startsWith('import ') ? code : `\n${code}`;
    return `import ${imported} from '${module}';\n${rest}`;
  }
  if (names.split(',').some((each) => each.trim() === name)) return code;
  return code.replace(whole, `import {${names}, ${name} } from '${module}';`);
}
