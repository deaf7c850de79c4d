import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { CommandFailed } from './cli/command-failed.ts';

const NAME = '@fridge/remote-kit';

/** What a remote's page takes from the product as modules, never bundled: two copies would be two contexts. */
export const productPackages = [NAME, '@fridge/shared-contracts', '@fridge/shared-ui'] as const;

const packageSchema = v.object({ name: v.literal(NAME), version: v.string() });

/** The kit's package, whether it runs from source or as built. */
export const kitPackage = (() => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const found = existsSync(file) ? v.safeParse(packageSchema, JSON.parse(readFileSync(file, 'utf8'))) : null;
    if (found?.success) return { folder, ...found.output };
    if (folder === dirname(folder)) throw new Error(`${NAME} is installed without its package.json: install it again.`);
  }
})();

/** @param path from the kit's folder, such as `template` */
export const kitFile = (path: string): string => join(kitPackage.folder, path);

/** @returns the real folders of `productPackages`, which pnpm and linked installations keep outside of the remote's */
export function productFolders(): string[] {
  const { resolve } = createRequire(join(realpathSync(kitPackage.folder), 'package.json'));
  return productPackages.map((name) => {
    if (name === NAME) return kitPackage.folder;
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
