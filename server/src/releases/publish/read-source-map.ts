import { SourceMap, type SourceMapPayload } from 'node:module';
import { SOURCE_MAP_BYTES, sourceMapSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { parseJson } from '../../storage/text.ts';

/** Printed as it is: of one line, without control characters or marks that turn text around. */
const SOURCE = /^[^\p{C}]{1,200}$/u;

/** `line`, `column`: counted from 1. The answer is such as `src/screens/spots/spots-screen.tsx:12:5`. */
export type OriginalPlaces = (place: { line: number; column: number }) => string | null;

/**
 * Tells where places of a built script stand in its source; `null` where the map doesn't say.
 * @param text a map as the build wrote it; a team's, so it may be anything
 */
export function readSourceMap(text: string): OriginalPlaces {
  const read = v.safeParse(sourceMapSchema, text.length > SOURCE_MAP_BYTES ? null : parseJson(text));
  if (!read.success) return () => null;
  const payload: SourceMapPayload = { file: '', sourceRoot: '', sourcesContent: [], ...read.output };
  const map = new SourceMap(payload);
  return ({ line, column }) => {
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found) || !read.output.sources.includes(found.originalSource)) return null;
    if (!SOURCE.test(found.originalSource)) return null;
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
}
