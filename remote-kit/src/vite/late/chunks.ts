import type { Rolldown } from 'vite';

export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunks =>
  new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));

/** These files, and what they import statically. Imports still list chunks that a plugin has inlined. */
export function closureOf(
  chunks: ReadonlyMap<string, Pick<Rolldown.OutputChunk, 'imports'>>,
  roots: readonly string[],
): Set<string> {
  const closure = new Set(roots);
  // Grows while it is read.
  for (const file of closure)
    for (const imported of chunks.get(file)?.imports ?? []) if (chunks.has(imported)) closure.add(imported);
  return closure;
}
