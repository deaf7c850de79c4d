import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { sourceMapSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';

const mapSchema = v.pipe(v.string(), v.parseJson(), sourceMapSchema);

/**
 * Leaves what tells file and line in the scripts' maps: the same on every machine, and no source text.
 * @param folder the remote's; sources are named from it, those of packages from their `node_modules`
 * @returns the maps
 */
export async function writeMaps(dist: string, folder: string, scripts: readonly string[]): Promise<string[]> {
  const maps = scripts.map(async (script) => {
    const path = join(dist, `${script}.map`);
    // A script of the build tool's own code alone has none.
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) return [];
    const map = v.parse(mapSchema, text);
    const sources = map.sources.map((source) => sourceName(resolve(dirname(path), source), folder));
    await writeFile(path, JSON.stringify({ ...map, sources }));
    return [`${script}.map`];
  });
  return (await Promise.all(maps)).flat();
}

export function sourceName(source: string, folder: string): string {
  const [, ofPackage] = /^.*[\\/](node_modules[\\/].*)$/.exec(source) ?? [];
  return (ofPackage ?? relative(folder, source)).replaceAll(sep, '/').replaceAll('\0', '');
}
