import type { build, Rolldown } from 'vite';

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

/** @throws for a build of several files */
export function codeOf(built: Awaited<ReturnType<typeof build>>): string {
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = files.filter((file) => file.type === 'chunk');
  if (chunk === undefined || others.length > 0) throw new Error(`${chunk?.fileName} isn't all of its build.`);
  return chunk.code;
}
