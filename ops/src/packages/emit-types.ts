import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../workspace.ts';
import { builtPath } from './built-path.ts';
import { isModule, packedEntries, requireNamed, type SourcePackage } from './source-package.ts';

const run = promisify(execFile);

const TYPES_LIMIT_MS = 120_000;

/** In declarations: `from './x.ts'`, `import("./x.ts")`; or a comment or a text, which may hold the like. */
const IMPORT = /\/\*[\s\S]*?\*\/|\/\/.*|\b(from\s+|import\s*\(?\s*)(["'])([^"'\s]+)\2|(["'`])(?:\\.|(?!\4).)*\4/g;

/**
 * Emits the declarations of all packages' entry points, by the compiler that checks the repository.
 * @param folder empty, in the repository, where the libraries' types are found
 */
export async function emitDeclarations(sources: readonly SourcePackage[], folder: string): Promise<void> {
  const entries = sources.flatMap((source) =>
    packedEntries(source).flatMap(([, file]) => (isModule(file) ? [inRepository(source.folder, file)] : [])),
  );
  const config = {
    extends: inRepository('tsconfig.base.json'),
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: ['vite/client', 'node'],
      rootDir: inRepository(),
      // By their sources: what is found through node_modules/ isn't emitted, or now and then.
      paths: Object.fromEntries(sources.flatMap(sourcePaths)),
      outDir: folder,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
    },
    files: entries,
  };
  const path = join(folder, 'tsconfig.json');
  await writeFile(path, JSON.stringify(config));
  const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '-p', path], { timeout: TYPES_LIMIT_MS }).catch((error: { stdout?: string }) => {
    throw new Error(`No declarations: ${error.stdout ?? String(error)}`, { cause: error });
  });
}

const sourcePaths = ({ name, folder, exports }: SourcePackage): [string, string[]][] =>
  Object.entries(exports).flatMap(([entry, file]) =>
    isModule(file) ? [[name + entry.slice(1), [inRepository(folder, file)]]] : [],
  );

/**
 * Copies what a package's entry points need of the declarations. Its own types and those that are bundled in are one
 * tree; imports name the built files, which every module resolution understands.
 * @param isPeer whether an import of a package of this repository stays one
 * @throws when something is imported of which it names no version
 */
export async function copyDeclarations(
  source: SourcePackage,
  packages: readonly SourcePackage[],
  declarations: string,
  target: string,
  isPeer: (specifier: string) => boolean,
): Promise<void> {
  const queue = new Set(
    packedEntries(source).flatMap(([, file]) => (isModule(file) ? [declarationOf(`${source.folder}/${file}`)] : [])),
  );
  for (const path of queue) {
    const built = builtPath(source, path);
    const text = (await readFile(join(declarations, path), 'utf8')).replace(
      IMPORT,
      (found, before: string | undefined, quote: string, specifier: string) => {
        if (before === undefined) return found;
        const file = sourceOf(specifier, path, packages, isPeer);
        if (file === null) {
          requireNamed(source, specifier);
          return found;
        }
        queue.add(file); // grows while it is read
        const to = relative(dirname(built), builtPath(source, file));
        return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}.js${quote}`;
      },
    );
    const copy = join(target, `${built}.d.ts`);
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, text);
  }
}

/** The declaration that an import leads to; `null` for another package's. */
function sourceOf(
  specifier: string,
  importer: string,
  packages: readonly SourcePackage[],
  isPeer: (specifier: string) => boolean,
): string | null {
  if (specifier.startsWith('.')) return declarationOf(join(dirname(importer), specifier));
  if (!specifier.startsWith('@fridge/') || isPeer(specifier)) return null;
  const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  const file = owner?.exports[`.${specifier.slice(owner.name.length)}`];
  if (owner === undefined || file === undefined)
    throw new Error(`${importer} has a type of ${specifier} in a packed entry point: give it a type of its own.`);
  return declarationOf(join(owner.folder, file));
}

const declarationOf = (path: string) => path.replace(/(?:\.d)?\.tsx?$/, '.d.ts');
