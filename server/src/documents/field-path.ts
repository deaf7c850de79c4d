import { isRecord } from '@fridge/shared-contracts/page';

/** A path's first name and the rest. Names may have dots, such as `pools.allowance.1.cap`: of those there the longest. */
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

/** The document with a field set, or without it. */
export function withField(document: unknown, path: string, value: unknown): unknown {
  const [name, rest] = firstOf(document, path);
  const { [name]: before, ...others } = isRecord(document) ? document : {};
  const after = rest === '' ? value : withField(before, rest, value);
  // Keeps its place among the others.
  return after === undefined ? others : { ...(isRecord(document) ? document : {}), [name]: after };
}
