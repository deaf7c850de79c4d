import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReleaseFile } from '@fridge/shared-contracts/page';

export const describeFiles = (dist: string, files: readonly string[]): Promise<ReleaseFile[]> =>
  Promise.all(files.toSorted().map(async (file) => describe(file, await readFile(join(dist, file)))));

const describe = (file: string, bytes: Buffer): ReleaseFile => ({
  file,
  integrity: `sha384-${hash('sha384', bytes, 'base64')}`,
  bytes: bytes.length,
});

export const shortHash = (content: string | Buffer): string => hash('sha256', content).slice(0, 8);

/** @param name of the file below `dist`, without the hash and the extension that it gets */
export async function writeHashed(
  dist: string,
  name: string,
  extension: string,
  content: Buffer,
): Promise<ReleaseFile> {
  const file = `${name}-${shortHash(content)}${extension}`;
  await mkdir(dirname(join(dist, file)), { recursive: true });
  await writeFile(join(dist, file), content);
  return describe(file, content);
}
