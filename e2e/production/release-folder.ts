import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { writeRelease } from '../../ops/src/release.ts';
import { inRepository } from '../../ops/src/workspace.ts';

const manifestSchema = v.object({ dependencies: v.record(v.string(), v.string()) });

/**
 * Writes the release as `npm run release` does. In place of `npm ci`, each part is linked to the libraries that its
 * manifest names, and to no others.
 */
export async function layRelease(folder: string): Promise<void> {
  await writeRelease(folder, () => undefined);
  for (const part of ['server', 'ops']) {
    const { dependencies } = v.parse(
      manifestSchema,
      JSON.parse(await readFile(join(folder, part, 'package.json'), 'utf8')),
    );
    const libraries = Object.keys(dependencies).filter((name) => !name.startsWith('@fridge/')); // bundled
    for (const library of libraries) {
      const link = join(folder, part, 'node_modules', library);
      await mkdir(dirname(link), { recursive: true });
      await symlink(inRepository('node_modules', library), link);
    }
  }
}
