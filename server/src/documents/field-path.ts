import { isRecord } from '@fridge/shared-contracts/page';

/**
 * A path's first name and the rest. Names may have dots, such as `pools.allowance.1.cap`: of those there the longest.
 */
function firstOf(document: unknown, path: string): [name: string, rest: string] {
  const known = isRecord(document) ? Object.keys(document).filter((name) => `${path}.`.startsWith(`${name}.`)) : [];
  const [name = path.split('.', 1)[0] ?? ''] = known.toSorted((one, other) => other.length - one.length);
  return [name, path.slice(name.length + 1)];
}

/** @returns `undefined` where it isn't there */
export function fieldAt(document: unknown, path: string): unknown {
  if (path === '') return document;
  const [name, rest] = firstOf(document, path);
  return isRecord(document) && Object.hasOwn(document, name) ? fieldAt(document[name], rest) : undefined;
}

/**
 * What of a path above its last name isn't in a document.
 * @returns `path`: of the first that is missing; `known`: the names beside it; `null`: all is there
 */
export function missingParent(document: unknown, path: string, above = ''): { path: string; known: string[] } | null {
  const [name, rest] = firstOf(document, path);
  if (rest === '') return null;
  const here = `${above}${name}`;
  if (!isRecord(document)) return { path: here, known: [] };
  return Object.hasOwn(document, name)
    ? missingParent(document[name], rest, `${here}.`)
    : { path: here, known: Object.keys(document) };
}

/** The document with a field set, or without it. */
export function withField(document: unknown, path: string, value: unknown): unknown {
  const [name, rest] = firstOf(document, path);
  const { [name]: before, ...others } = isRecord(document) ? document : {};
  const after = rest === '' ? value : withField(before, rest, value);
  // Keeps its place among the others.
  return after === undefined ? others : { ...(isRecord(document) ? document : {}), [name]: after };
}
