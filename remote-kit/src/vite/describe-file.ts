import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from '@fridge/shared-contracts/page';

export async function describeFile(dist: string, file: string): Promise<ReleaseFile> {
  const bytes = await readFile(join(dist, file));
  return { file, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`, bytes: bytes.length };
}

export const describeFiles = (dist: string, files: readonly string[]): Promise<ReleaseFile[]> =>
  Promise.all(files.toSorted().map((file) => describeFile(dist, file)));

export const shortHash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8);
