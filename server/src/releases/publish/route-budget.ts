import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Release, sizeText } from '@fridge/shared-contracts/team';
import type { ReleaseProblem } from '../release-refused.ts';

const compress = promisify(gzip);

/** In another thread. */
export const compressedBytes = async (content: Buffer): Promise<number> => (await compress(content)).length;

/**
 * What each route costs its user: its scripts and every stylesheet of the release.
 * @param sizes compressed bytes, by file
 */
export function routeSizes(
  { routes, styles }: Pick<Release, 'routes' | 'styles'>,
  sizes: ReadonlyMap<string, number>,
): Map<string, number> {
  const sum = (files: readonly string[]) => files.reduce((bytes, file) => bytes + (sizes.get(file) ?? 0), 0);
  const ofStyles = sum(styles.map(({ file }) => file));
  return new Map(routes.map(({ path, scripts }) => [path, sum(scripts) + ofStyles]));
}

/** @param sizes of routes @param budget of the settings, bytes */
export const budgetProblems = (sizes: ReadonlyMap<string, number>, budget: number): ReleaseProblem[] =>
  [...sizes]
    .filter(([, bytes]) => bytes > budget)
    .map(([path, bytes]) => ({
      kind: 'size',
      text: `its route ${path} needs ${sizeText(bytes)} of scripts and styles (gzip), and this site takes ${sizeText(budget)}. Load later what the first look lacks, or drop a library.`,
    }));
