import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { compress } from './content.ts';

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt']);

/** Smaller files gain next to nothing. */
const COMPRESS_FROM_BYTES = 512;

export const isCompressible = (file: string, bytes: number): boolean =>
  bytes >= COMPRESS_FROM_BYTES && COMPRESSIBLE.has(extname(file));

/**
 * Writes `<file>.br` and `<file>.gz` beside a build's files, except `index.html`, which is filled in per request.
 * @returns the folder
 */
export async function precompress(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((file) => file.isFile() && file.name !== 'index.html')
      .map((file) => compressFile(join(file.parentPath, file.name))),
  );
  return folder;
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (!isCompressible(path, bytes.length)) return;
  await Promise.all([
    compress(bytes, 'br').then((form) => writeFile(`${path}.br`, form)),
    compress(bytes, 'gzip').then((form) => writeFile(`${path}.gz`, form)),
  ]);
}

/** Later builds replace the original while it is served. @returns `target` */
export async function freezeBuild(dist: string, target: string): Promise<string> {
  const draft = `${target}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  await cp(dist, draft, { recursive: true, preserveTimestamps: true });
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return target;
}
