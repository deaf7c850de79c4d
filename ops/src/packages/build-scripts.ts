import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type InputOption, type OutputOptions, rolldown, type RolldownOptions } from 'rolldown';
import { withTexts } from '@fridge/remote-kit/inline-copy';
import { brandCopy, commonCopy, formatCopy } from '@fridge/shared-contracts';
import { inRepository } from '../workspace.ts';
import { bundleLibraries } from './bundle-libraries.ts';
import { builtPath, shownPath } from './built-path.ts';
import { isModule, packedEntries, requireNamed, rootModules, type SourcePackage } from './source-package.ts';

type RolldownPlugin = Exclude<RolldownOptions['plugins'], undefined>;

/**
 * Builds a package's modules one by one, so that a bundler takes of them what is used. Stylesheets stay files.
 * @param folder the package's
 * @param isPeer whether an import of a package of this repository stays one; else it is bundled in
 * @throws when something is imported of which it names no version
 */
export async function buildScripts(
  source: SourcePackage,
  folder: string,
  isPeer: (specifier: string) => boolean,
): Promise<void> {
  const roots = rootModules(source).map((file) => inRepository(source.folder, file));
  await build(source, roots, folder, [keepImports(source, isPeer, await bundleLibraries(source, folder))], {
    preserveModules: true,
    preserveModulesRoot: inRepository(),
    entryFileNames: ({ facadeModuleId, name }) => `${builtPath(source, sourceOf(facadeModuleId) ?? name)}.js`,
    chunkFileNames: 'dist/bundled/[name].js',
    sanitizeFileName: (name) => name.replace('\0', ''),
  });
}

/** The build for Node, which can't import stylesheets: their modules hold the names of their classes. */
export async function buildForNode(
  source: SourcePackage,
  folder: string,
  isPeer: (specifier: string) => boolean,
): Promise<void> {
  const entries = packedEntries(source).filter(([, file]) => isModule(file));
  const roots = Object.fromEntries(
    entries.map(([, file]) => [nodePath(source, file), inRepository(source.folder, file)]),
  );
  await build(source, roots, folder, [classNames(), keepImports(source, isPeer, null)], {
    entryFileNames: '[name].js',
    chunkFileNames: 'node/[name].js',
  });
}

export const nodePath = ({ folder }: SourcePackage, file: string): string =>
  builtPath({ folder }, `${folder}/${file}`).replace(/^dist/, 'node');

async function build(
  source: SourcePackage,
  input: InputOption,
  folder: string,
  plugins: RolldownPlugin[],
  output: OutputOptions,
): Promise<void> {
  const bundle = await rolldown({
    input,
    cwd: inRepository(),
    platform: 'neutral',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', development: false }, target: 'es2022' },
    plugins: [inlineTexts(), ...plugins],
    // Of other packages only what is used is bundled in.
    treeshake: {
      moduleSideEffects: (id) => isStylesheet(id) || id.startsWith(inRepository(source.folder)),
    },
  });
  await bundle.write({
    ...output,
    dir: folder,
    format: 'esm',
    sourcemap: true,
    sourcemapPathTransform: (path, map) =>
      relative(join(map, '..'), join(folder, shownPath(source, relative(inRepository(), join(map, '..', path))))),
  });
  await bundle.close();
}

const sourceOf = (id: string | null) => (id === null || id.startsWith('\0') ? null : relative(inRepository(), id));

/** Of the contract's decks, where they are used: a team's build doesn't look into packages. */
function inlineTexts(): RolldownPlugin {
  const decks = { commonCopy, formatCopy, brandCopy };
  return {
    name: 'inline-texts',
    transform: {
      filter: { id: /\.tsx?$/ },
      handler: (code) => ({ code: withTexts(code, decks), map: null }),
    },
  };
}

const isStylesheet = (id: string) => id.endsWith('.css');

const external = (id: string) => ({ id, external: true });

/** Leaves imports of other packages, of libraries that are files of this one and, unless for Node, of stylesheets. */
function keepImports(
  source: SourcePackage,
  isPeer: (specifier: string) => boolean,
  bundled: ReadonlyMap<string, string> | null,
): RolldownPlugin {
  return {
    name: 'keep-imports',
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        const file = bundled?.get(id);
        if (file !== undefined && importer !== undefined) {
          const path = relative(dirname(builtPath(source, relative(inRepository(), importer))), file);
          return external(path.startsWith('.') ? path : `./${path}`);
        }
        if (bundled !== null && isStylesheet(id) && id.startsWith('.') && importer !== undefined) {
          const style = join(importer, '..', id);
          const fileName = builtPath(source, relative(inRepository(), style));
          this.emitFile({ type: 'asset', fileName, source: await readFile(style) });
          return external(id);
        }
        if (/^[./\0]/.test(id) || (id.startsWith('@fridge/') && !isPeer(id))) return null;
        requireNamed(source, id);
        return external(id);
      },
    },
  };
}

function classNames(): RolldownPlugin {
  return {
    name: 'class-names',
    load: {
      filter: { id: /\.css$/ },
      async handler(id) {
        const names = (await readFile(id, 'utf8')).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g);
        const modules = Object.fromEntries([...names].map(([, name = '']) => [name, name]));
        return { code: `export default ${JSON.stringify(modules)};`, moduleType: 'js' };
      },
    },
  };
}
