import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import * as v from 'valibot';
import { inRepository } from '../workspace.ts';
import { type PackedPackage, packedPackages } from './packed-packages.ts';

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
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const peers = Object.entries(peerDependencies).filter(([name]) => dependencies[name] === undefined);
  const optional = peers.flatMap(([name]) => (peerDependenciesMeta[name]?.optional ? [name] : []));
  return {
    ...packed,
    ...manifest,
    peers: { ...ownPackages(dependencies), ...Object.fromEntries(peers), ...packed.peers },
    optionalPeers: [...packed.optionalPeers, ...optional],
  };
}

/** Peers in a package: tarballs and registries then resolve alike, and a team has one copy of each. */
const ownPackages = (dependencies: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(dependencies).filter(([name]) => packedPackages.some(({ folder }) => name === `@fridge/${folder}`)),
  );

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
    ...(source.modules ?? []),
    ...Object.values(source.bin ?? {}),
  ]),
];

/** @throws when it names no version of what its scripts or types import, which a strict installer then doesn't find */
export function requireNamed({ name, folder, dependencies, peers }: SourcePackage, imported: string): void {
  const library = packageOf(imported);
  if (isBuiltin(imported) || dependencies[library] !== undefined || peers[library] !== undefined) return;
  throw new Error(`${name} imports ${library}: name it in the dependencies of ${folder}/package.json.`);
}

/** `@fastify/send` of `@fastify/send/lib/x`. */
const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
