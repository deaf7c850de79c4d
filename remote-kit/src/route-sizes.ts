import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Release } from '@fridge/shared-contracts/host';

const compress = promisify(gzip);

/**
 * Gzip bytes of scripts and stylesheets that a route may load at once, without its host. The product's own largest
 * route has 53 KB of it (spec section 9 asks for a first screen within 2.5 s over slow 4G; docs/assumptions.md, "Teams").
 */
export const ROUTE_BUDGET_BYTES = 60_000;

export interface RouteSize {
  readonly path: string;
  /** Compressed by gzip. */
  readonly bytes: number;
}

/**
 * What each route of a build costs the user who opens it.
 * @param dist folder of `release.json`
 */
export async function routeSizes(
  dist: string,
  { routes, styles }: Pick<Release, 'routes' | 'styles'>,
): Promise<RouteSize[]> {
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const size =
      sizes.get(file) ??
      readFile(join(dist, file))
        .then(compress)
        .then(({ length }) => length);
    sizes.set(file, size);
    return size;
  };
  return Promise.all(
    routes.map(async ({ path, scripts }) => {
      const each = await Promise.all([...scripts, ...styles.map(({ file }) => file)].map(sizeOf));
      return { path, bytes: each.reduce((sum, size) => sum + size, 0) };
    }),
  );
}
