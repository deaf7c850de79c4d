import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './cli/command-failed.ts';

const NAME = '@fridge/remote-kit';

/** What a remote's page takes from the product as modules, never bundled: two copies would be two contexts. */
export const productPackages = [NAME, '@fridge/shared-contracts', '@fridge/shared-ui'] as const;

/** This file is one folder below the package's, as source and as built. */
const kitFolder = dirname(import.meta.dirname);

/** @param path from the kit's folder, such as `template` */
export const kitFile = (path: string): string => join(kitFolder, path);

/** Of the kit's package. */
export const packageVersion = (): string =>
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(kitFile('package.json'), 'utf8'))).version;

/** @returns the real folders of `productPackages`, which pnpm and linked installations keep outside of the remote's */
export function productFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return productPackages.map((name) => {
    if (name === NAME) return kitFolder;
    const found = resolve.paths(name)?.find((folder) => existsSync(join(folder, name)));
    if (found === undefined) throw new Error(`${name} isn't installed beside ${NAME}: install again.`);
    return realpathSync(join(found, name));
  });
}

/**
 * @returns the folder of the host's production build: packed with the kit, or in the repository
 * @throws CommandFailed (3), with what to do
 */
export function hostBuild(): string {
  const found = ['host', '../host/dist'].map(kitFile).find((folder) => existsSync(join(folder, 'index.html')));
  if (found !== undefined) return found;
  throw new CommandFailed(
    3,
    "The host's build is missing. In this repository: npm run build. Elsewhere: install the kit again.",
  );
}
