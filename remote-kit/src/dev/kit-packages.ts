import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kitPackage } from '../cli/kit-folder.ts';

/** What a remote's page takes from the product as modules, never bundled: two copies would be two contexts. */
export const productPackages = ['@fridge/remote-kit', '@fridge/shared-contracts', '@fridge/shared-ui'] as const;

/** @returns the real folders of those packages, which pnpm and linked installations keep outside of the remote's */
export function productFolders(): string[] {
  return productPackages.map((name) => (name === kitPackage.name ? kitPackage.folder : folderOf(name)));
}

/** As Node finds it from the kit. */
function folderOf(name: string): string {
  for (let folder = realpathSync(kitPackage.folder); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return realpathSync(found);
    if (folder === dirname(folder))
      throw new Error(`${name} isn't installed beside ${kitPackage.name}: install again.`);
  }
}
