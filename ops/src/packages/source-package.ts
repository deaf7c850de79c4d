import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { inRepository } from '../workspace.ts';
import type { PackedPackage } from './packed-packages.ts';

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  description: v.string(),
  sideEffects: v.optional(v.union([v.boolean(), v.array(v.string())])),
  exports: v.record(v.string(), v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.boolean() })), {}),
});

/** A package as it stands in this repository. */
export type SourcePackage = PackedPackage & v.InferOutput<typeof manifestSchema>;

export async function readSource(packed: PackedPackage): Promise<SourcePackage> {
  const manifest = v.parse(
    manifestSchema,
    JSON.parse(await readFile(inRepository(packed.folder, 'package.json'), 'utf8')),
  );
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const optional = Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional);
  return {
    ...packed,
    ...manifest,
    peers: { ...peerDependencies, ...packed.peers },
    optionalPeers: [...packed.optionalPeers, ...optional],
  };
}

/** The entry points that are packed: by name, the source from the package's folder. */
export const packedEntries = ({ exports, repositoryOnly }: SourcePackage): [name: string, source: string][] =>
  Object.entries(exports)
    .filter(([name]) => !repositoryOnly.includes(name))
    .map(([name, source]) => [name, source.replace('./', '')]);

export const isModule = (source: string): boolean => /\.tsx?$/.test(source);

/** Everything that a build starts from, from the package's folder. */
export const rootModules = (source: SourcePackage): string[] => [
  ...new Set([
    ...packedEntries(source).flatMap(([, file]) => (isModule(file) ? [file] : [])),
    ...source.modules,
    ...Object.values(source.bin),
  ]),
];
