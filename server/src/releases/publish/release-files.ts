import { createHash, webcrypto } from 'node:crypto';
import type { ReleaseFile } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import type { FileKind } from './release-source.ts';

type ListedFiles = Pick<Release, 'scripts' | 'styles' | 'picture' | 'routes'> & Partial<Pick<Release, 'assets'>>;

/** Every file that a release or an entry lists. */
export function filesOf({
  scripts,
  styles,
  assets = [],
  picture,
  routes,
}: ListedFiles): (ReleaseFile & { kind: FileKind })[] {
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
