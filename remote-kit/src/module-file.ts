import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file of a module that a browser or another process loads by its path.
 * @param from `import.meta.url`
 * @param name relative and without its ending: TypeScript in the repository, JavaScript in the packed kit
 */
export function moduleFile(from: string, name: string): string {
  const files = ['.tsx', '.ts', '.js'].map((ending) => fileURLToPath(new URL(name + ending, from)));
  const found = files.find(existsSync);
  if (found === undefined) throw new Error(`${files.at(-1)} is missing: install the kit again.`);
  return found;
}
