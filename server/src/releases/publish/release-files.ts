import { createHash, webcrypto } from 'node:crypto';
import type { ReleaseFile } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import { messageOf } from '../../storage/text.ts';
import type { FileKind, ReleaseSource } from './release-source.ts';

type ListedFiles = Pick<Release, 'scripts' | 'styles' | 'picture' | 'routes'> & Partial<Pick<Release, 'assets'>>;

type ListedFile = ReleaseFile & { kind: FileKind };

/** Every file that a release or an entry lists. */
export function filesOf({ scripts, styles, assets = [], picture, routes }: ListedFiles): ListedFile[] {
  const shells = routes.flatMap(({ shell }) => shell ?? []);
  return [
    ...scripts.map((file) => ({ ...file, kind: 'script' as const })),
    ...styles.map((file) => ({ ...file, kind: 'style' as const })),
    ...assets.map((file) => ({ ...file, kind: 'asset' as const })),
    ...(picture ? [{ ...picture, kind: 'picture' as const }] : []),
    ...shells
      .flatMap(({ styles: own, markups }) => [own, ...markups.map(({ markup }) => markup)])
      .map((file) => ({ ...file, kind: 'shell' as const })),
  ];
}

/** Of a file of this product's own. */
export const integrityOf = (content: Buffer): string => named(createHash('sha384').update(content).digest());

/** Of a team's file, which may be as large as a release: another thread hashes it. */
export const integrityOfSent = async (content: Buffer): Promise<string> =>
  named(Buffer.from(await webcrypto.subtle.digest('SHA-384', content)));

const named = (hash: Buffer): string => `sha384-${hash.toString('base64')}`;

/** Browsers' limit of requests per origin. */
const FILES_AT_ONCE = 6;
const FILES_NAMED = 5;

/**
 * Reads files as a page does, and compares them with what lists them.
 * @param keep gets each one that is as it is listed
 * @returns `unreadable`: their names by the reason, which often is the same for all; `changed`: which are other files
 */
export async function checkFiles(
  listed: readonly ListedFile[],
  { read }: Pick<ReleaseSource, 'read'>,
  keep: (file: ListedFile, content: Buffer) => void | Promise<void> = () => undefined,
) {
  const waiting = listed.values();
  const unreadable = new Map<string, string[]>();
  const changed: string[] = [];
  const readNext = async () => {
    for (const listing of waiting) {
      const { file, kind, bytes } = listing;
      const content = await read(file, kind, bytes).catch(whyUnreadable);
      if (typeof content === 'string') unreadable.set(content, [...(unreadable.get(content) ?? []), file]);
      else if (await isListed(content, listing)) await keep(listing, content);
      else changed.push(file);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readNext));
  return { unreadable: [...unreadable].map(([reason, files]) => ({ reason, files, named: namesOf(files) })), changed };
}

function namesOf(files: readonly string[]): string {
  const first = files.toSorted().slice(0, FILES_NAMED).join(', ');
  return files.length > FILES_NAMED ? `${first} and ${files.length - FILES_NAMED} more` : first;
}

export const isListed = async (content: Buffer, { bytes, integrity }: ReleaseFile): Promise<boolean> =>
  content.length === bytes && (await integrityOfSent(content)) === integrity;

/** The system's message names a local path. */
export const whyUnreadable = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it is not there' : messageOf(error);
