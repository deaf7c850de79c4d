import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const NAME = '@fridge/remote-kit';

const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
});

/** The kit's package, whether it runs from source or as built. */
export const kitPackage = (() => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const found = existsSync(file) ? v.safeParse(packageSchema, JSON.parse(readFileSync(file, 'utf8'))) : null;
    if (found?.success && found.output.name === NAME) return { folder, ...found.output };
    if (folder === dirname(folder)) throw new Error(`${NAME} is installed without its package.json: install it again.`);
  }
})();

/** @param path from the kit's folder, such as `template` */
export const kitFile = (path: string): string => join(kitPackage.folder, path);
