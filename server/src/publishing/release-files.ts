import { createHash } from 'node:crypto';
import type { Release, ReleaseFile } from '@fridge/shared-contracts/host';
import type { FileKind } from './release-source.ts';

type ListedFiles = Pick<Release, 'scripts' | 'styles' | 'picture'> & Partial<Pick<Release, 'assets'>>;

/** Every file that a release or an entry lists. */
export function filesOf({ scripts, styles, assets = [], picture }: ListedFiles): (ReleaseFile & { kind: FileKind })[] {
  return [
    ...scripts.map((file) => ({ ...file, kind: 'script' as const })),
    ...styles.map((file) => ({ ...file, kind: 'style' as const })),
    ...assets.map((file) => ({ ...file, kind: 'asset' as const })),
    ...(picture ? [{ ...picture, kind: 'picture' as const }] : []),
  ];
}

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
