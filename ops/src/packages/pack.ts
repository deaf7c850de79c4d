import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildAll } from '../build-all.ts';
import { inRepository } from '../workspace.ts';
import { emitDeclarations } from './emit-types.ts';
import { packedPackages } from './packed-packages.ts';
import { readSource, type SourcePackage } from './source-package.ts';
import { writeContent, writeTypes } from './write-package.ts';

const execute = promisify(execFile);

const NPM_LIMIT_MS = 120_000;

/**
 * Packs what teams of other repositories install (CONTRIBUTING.md, "Packages").
 * @param target a folder; other versions of the packages there are removed
 * @throws when a build fails
 */
export async function pack(target: string | undefined, print: (line: string) => void): Promise<void> {
  if (target === undefined) throw new Error('Name a folder: npm run pack -- /tmp/packages');
  const destination = resolve(target);
  await mkdir(destination, { recursive: true });
  await buildAll(print, { only: ['host'] });
  await withTypes(async (packages) => {
    for (const { target: folder, ...source } of packages) {
      const { name, version } = source;
      await writeContent(source, packages, folder);
      await removeTarballs(destination, name);
      await execute('npm', ['pack', '--pack-destination', destination, '--loglevel', 'error'], {
        cwd: folder,
        timeout: NPM_LIMIT_MS,
      });
      print(`  ${name} ${version}`);
    }
  });
  const tarballs = (await readdir(destination)).filter((file) => file.endsWith('.tgz'));
  print(`${destination} holds ${tarballs.join(', ')}.`);
}

async function removeTarballs(folder: string, name: string): Promise<void> {
  const start = `${name.slice(1).replace('/', '-')}-`;
  for (const file of await readdir(folder))
    if (file.startsWith(start) && file.endsWith('.tgz')) await rm(join(folder, file));
}

export type WrittenPackage = SourcePackage & { readonly target: string };

/** Gives the types of all packages, written for as long as `run` runs where the repository's libraries are found. */
export async function withTypes<Result>(
  run: (packages: readonly WrittenPackage[]) => Promise<Result>,
): Promise<Result> {
  const cache = inRepository('.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'packages-'));
  try {
    const declarations = join(folder, 'declarations');
    await mkdir(declarations);
    const sources = await Promise.all(packedPackages.map(readSource));
    await emitDeclarations(sources, declarations);
    const written = sources.map((source) => ({ ...source, target: join(folder, source.folder) }));
    for (const source of written) {
      await mkdir(source.target, { recursive: true });
      await writeTypes(source, sources, declarations, source.target);
    }
    return await run(written);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
