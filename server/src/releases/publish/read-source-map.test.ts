import { expect, it } from 'vitest';
import { readSourceMap } from './read-source-map.ts';

/** Line 1: from column 1 to `a.ts` 1:1, from column 11 to `a.ts` 3:5. */
const map = { version: 3, sources: ['src/a.ts'], names: [], mappings: 'AAAA,UAEI' };

it.each([
  ['the beginning', map, 1, 1, 'src/a.ts:1:1'],
  ['between two places', map, 1, 9, 'src/a.ts:1:1'],
  ['a place', map, 1, 11, 'src/a.ts:3:5'],
  ['behind the last', map, 1, 500, 'src/a.ts:3:5'],
  ['another version', { ...map, version: 2 }, 1, 1, null],
  ['a source that is none', { ...map, sources: [] }, 1, 1, null],
  ['a source of 200 characters', { ...map, sources: ['a'.repeat(200)] }, 1, 1, `${'a'.repeat(200)}:1:1`],
  ['a source that is too long', { ...map, sources: ['a'.repeat(201)] }, 1, 1, null],
  ['a source with a control character', { ...map, sources: ['src/\u001b[31ma.ts'] }, 1, 1, null],
  ['a source that turns its text', { ...map, sources: ['src/\u202ea.ts'] }, 1, 1, null],
  ['a source of several lines', { ...map, sources: ['src/a.ts\nb'] }, 1, 1, null],
  ['nothing', null, 1, 1, null],
])('%s', (_, json, line, column, place) => expect(readSourceMap(JSON.stringify(json))({ line, column })).toBe(place));

it('takes any text for a map', () => expect(readSourceMap('<html>')({ line: 1, column: 1 })).toBe(null));
