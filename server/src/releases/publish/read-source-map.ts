import { SourceMap, type SourceMapPayload } from 'node:module';
import * as v from 'valibot';
import { parseJson } from '../../storage/text.ts';

const mapSchema = v.object({
  version: v.literal(3),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  mappings: v.string(),
});

/** Of a text; the largest script's has far less. */
const MOST_CHARACTERS = 2 * 1024 * 1024;

/** `line`, `column`: counted from 1. The answer is such as `src/screens/spots/spots-screen.tsx:12:5`. */
export type OriginalPlaces = (place: { line: number; column: number }) => string | null;

/**
 * Tells where places of a built script stand in its source; `null` where the map doesn't say.
 * @param text a map as the build wrote it; a team's, so it may be anything
 */
export function readSourceMap(text: string): OriginalPlaces {
  const read = v.safeParse(mapSchema, text.length > MOST_CHARACTERS ? null : parseJson(text));
  if (!read.success) return () => null;
  const payload: SourceMapPayload = { file: '', sourceRoot: '', sourcesContent: [], ...read.output };
  const map = new SourceMap(payload);
  return ({ line, column }) => {
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found) || !read.output.sources.includes(found.originalSource)) return null;
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
}
