import { isBuiltin } from 'node:module';
import { nodePath } from './build-scripts.ts';
import { builtPath } from './built-path.ts';
import { pinnedLibraries, spokenContract } from './packed-packages.ts';
import { isModule, packedEntries, type SourcePackage } from './source-package.ts';

/**
 * @param imported what scripts or types of the package import
 * @throws when it names no version of something among them, which a strict installer then doesn't find
 */
export function assertNamed(source: SourcePackage, imported: ReadonlySet<string>): void {
  const unnamed = [...imported]
    .filter((specifier) => !isBuiltin(specifier))
    .map(packageOf)
    .filter((name) => source.dependencies[name] === undefined && source.peers[name] === undefined);
  if (unnamed.length > 0)
    throw new Error(
      `${source.name} imports ${[...new Set(unnamed)].join(', ')}: name it in the dependencies of ${source.folder}/package.json.`,
    );
}

/** The `package.json` that is packed. */
export function packedManifest(source: SourcePackage): object {
  const dependencies = Object.entries(source.dependencies)
    .filter(([name]) => source.peers[name] === undefined && !source.bundledLibraries.includes(name))
    .map(([name, version]) => [name, pinnedLibraries.includes(name) ? version : `^${version.replace(/^\^/, '')}`]);
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
    dependencies: Object.fromEntries(dependencies),
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
