import { expect, it } from 'vitest';
import { differences } from './documents.ts';

it.each<[string, unknown, unknown, unknown[]]>([
  ['equal', { a: { b: [1, { c: null }] } }, { a: { b: [1, { c: null }] } }, []],
  ['another order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['another order in a list', { a: [1, 2] }, { a: [2, 1] }, [{ path: 'a', before: [1, 2], after: [2, 1] }]],
  ['a nested field', { a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, [{ path: 'a.b', before: 1, after: 3 }]],
  ['a new field', {}, { a: { b: 1 } }, [{ path: 'a', after: { b: 1 } }]],
  ['a field that goes', { a: null }, {}, [{ path: 'a', before: null }]],
  ['null and absent', { a: {} }, { a: { b: null } }, [{ path: 'a.b', after: null }]],
  ['an object for a text', { a: 'b' }, { a: { b: 1 } }, [{ path: 'a', before: 'b', after: { b: 1 } }]],
  ['a list for an object', { a: {} }, { a: [] }, [{ path: 'a', before: {}, after: [] }]],
  ['an object in a list', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, [{ path: 'a', before: [{ b: 1 }], after: [{ b: 2 }] }]],
  ['names of Object', {}, { constructor: 1 }, [{ path: 'constructor', after: 1 }]],
  ['no objects', 1, 2, [{ path: 'the whole document', before: 1, after: 2 }]],
])('%s', (_what, before, after, expected) => expect(differences(before, after)).toEqual(expected));
