import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.vite', 'var']);

/** A hash over every source file below the folders: the same stamp means that a build would give the same result. */
export async function sourceStamp(folders: readonly string[], files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = [...(await Promise.all(folders.map(listFiles))).flat(), ...files].toSorted();
  for (const path of paths) hash.update(path).update('\0').update(await readFile(path).catch(() => '')).update('\0');
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    }),
  );
  return nested.flat();
}
