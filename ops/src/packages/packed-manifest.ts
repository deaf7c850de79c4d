import { contractText } from '@fridge/shared-contracts';
import { nodePath } from './build-scripts.ts';
import { builtPath } from './built-path.ts';
import { pinnedLibraries } from './packed-packages.ts';
import { packedPages } from './packed-pages.ts';
import { isModule, packedEntries, type SourcePackage } from './source-package.ts';

/** The `package.json` that is packed. */
export function packedManifest(source: SourcePackage): object {
  const dependencies = Object.entries(source.dependencies)
    .filter(([name]) => source.peers[name] === undefined && !source.bundledLibraries?.includes(name))
    .map(([name, version]) => [name, pinnedLibraries.includes(name) ? version : `^${version.replace(/^\^/, '')}`]);
  return {
    name: source.name,
    version: source.version,
    description: source.description,
    license: 'UNLICENSED',
    type: 'module',
    fridge: { contract: contractText },
    sideEffects: source.sideEffects,
    exports: { ...Object.fromEntries(packedEntries(source).map(entryOf(source))), './package.json': './package.json' },
    ...(source.bin && {
      bin: Object.fromEntries(
        Object.entries(source.bin).map(([name, file]) => [name, `./${builtIn(source, file)}.js`]),
      ),
    }),
    files: [
      'dist',
      ...(source.styled ? ['node'] : []),
      ...(source.assets ?? []).map(({ to }) => to),
      ...packedPages(source).map(([name]) => name),
    ],
    engines: { node: '>=20.19.0' },
    dependencies: Object.fromEntries(dependencies),
    peerDependencies: source.peers,
    peerDependenciesMeta: Object.fromEntries(source.optionalPeers.map((name) => [name, { optional: true }])),
  };
}

const entryOf =
  (source: SourcePackage) =>
  ([name, file]: [string, string]): [string, unknown] => {
    const built = `./${builtIn(source, file)}`;
    if (!isModule(file)) return [name, built];
    const node = source.styled ? { node: `./${nodePath(source, file)}.js` } : {};
    return [name, { types: `${built}.d.ts`, ...node, default: `${built}.js` }];
  };

const builtIn = (source: SourcePackage, file: string): string => builtPath(source, `${source.folder}/${file}`);
