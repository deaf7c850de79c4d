import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ContentEncoding } from '../host-origin/content.ts';
import { hasHashedName, suffixOf } from '../host-origin/serve-origin.ts';
import { integrityOf } from '../publishing/release-files.ts';

/** `identity`: uncompressed. */
export type FileForm = 'identity' | ContentEncoding;
export type HostFile = { file: string; encoding: FileForm; integrity: string; content: Buffer };
export type HostBuild = { id: string; files: readonly HostFile[] };

const forms = Object.entries({ identity: '', ...suffixOf }) as readonly [FileForm, string][]; // the keys of `suffixOf`

/** The files whose name has a hash of their content: every build has the others under the same names. */
export async function readHostBuild(folder: string): Promise<HostBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const present = new Set(names);
  const wanted = names
    .filter(hasHashedName)
    .flatMap((file) => forms.map(([encoding, suffix]) => ({ file, encoding, path: file + suffix })))
    .filter(({ path }) => present.has(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const files = await Promise.all(
    wanted.map(async ({ file, encoding, path }) => {
      const content = await readFile(join(folder, path));
      return { file, encoding, integrity: integrityOf(content), content };
    }),
  );
  const lines = files.map(({ file, encoding, integrity }) => `${file} ${encoding} ${integrity}\n`);
  return { id: createHash('sha256').update(lines.join('')).digest('base64url').slice(0, 24), files };
}
