import { isBuiltin } from 'node:module';
import { nodePath } from './build-scripts.ts';
import { builtPath } from './built-path.ts';
import { pinnedLibraries, spokenContract } from './packed-packages.ts';
import { isModule, packedEntries, type SourcePackage } from './source-package.ts';

/**
 * The `package.json` that is packed.
 * @param imported what scripts and types import
 * @throws when they import what the package doesn't name, which a strict installer doesn't find
 */
export function packedManifest(source: SourcePackage, imported: ReadonlySet<string>): object {
  const dependencies = Object.fromEntries(
    Object.entries(source.dependencies)
      .filter(([name]) => !name.startsWith('@fridge/') && source.peers[name] === undefined)
      .map(([name, version]) => [name, pinnedLibraries.includes(name) ? version : `^${version.replace(/^\^/, '')}`]),
  );
  const unnamed = [...imported]
    .filter((specifier) => !isBuiltin(specifier))
    .map(packageOf)
    .filter((name) => dependencies[name] === undefined && source.peers[name] === undefined);
  if (unnamed.length > 0)
    throw new Error(
      `${source.name} imports ${[...new Set(unnamed)].join(', ')}: name it in the dependencies of ${source.folder}/package.json.`,
    );
  return {
    name: source.name,
    version: source.version,
    description: source.description,
    license: 'UNLICENSED',
    type: 'module',
    fridge: { contract: spokenContract },
    sideEffects: source.sideEffects,
    exports: { ...Object.fromEntries(packedEntries(source).map(entryOf(source))), './package.json': './package.json' },
    ...(Object.keys(source.bin).length > 0 && {
      bin: Object.fromEntries(
        Object.entries(source.bin).map(([name, file]) => [
          name,
          `./${builtPath(source, `${source.folder}/${file}`)}.js`,
        ]),
      ),
    }),
    files: ['dist', ...(source.styled ? ['node'] : []), ...source.assets.map(({ to }) => to), 'CHANGELOG.md'],
    engines: { node: '>=20.19.0' },
    dependencies,
    peerDependencies: source.peers,
    peerDependenciesMeta: Object.fromEntries(source.optionalPeers.map((name) => [name, { optional: true }])),
  };
}

const entryOf =
  (source: SourcePackage) =>
  ([name, file]: [string, string]): [string, unknown] => {
    const built = `./${builtPath(source, `${source.folder}/${file}`)}`;
    if (!isModule(file)) return [name, built];
    const node = source.styled ? { node: `./${nodePath(source, file)}.js` } : {};
    return [name, { types: `${built}.d.ts`, ...node, default: `${built}.js` }];
  };

/** `@fastify/send` of `@fastify/send/lib/x`. */
const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
