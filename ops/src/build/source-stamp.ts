import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.vite', 'var']);

/** Hashes every source file, to recognise unchanged builds. */
export async function sourceStamp(folders: readonly string[], files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = [...(await Promise.all(folders.map(listFiles))).flat(), ...files].toSorted();
  for (const path of paths) {
    const content = await readFile(path).catch(() => '');
    hash.update(path).update('\0').update(content).update('\0');
  }
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
