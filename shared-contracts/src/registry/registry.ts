import * as v from 'valibot';
import { bridgeMethods } from '../bridge/methods.ts';
import { relativeFile } from './relative-file.ts';
import { routeSchema } from './route.ts';

/** The four activities the host knows by name (architecture, "The registry"). */
export const remoteNames = ['campaign2023', 'draw', 'contest', 'yearreport'] as const;
export type RemoteName = (typeof remoteNames)[number];

/** One file of a release: `integrity` is `sha384-<base64>`, `bytes` its size before compression. */
export const releaseFileSchema = v.object({
  file: relativeFile,
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type ReleaseFile = v.InferOutput<typeof releaseFileSchema>;

const title = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
const description = v.pipe(v.string(), v.maxLength(120));
/** The contract a release was built for: `1.0`. */
const contract = v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/));
const routes = v.pipe(v.array(routeSchema), v.minLength(1), v.maxLength(50));
const bridgeMethod = v.picklist(bridgeMethods);

/** `release.json` in a remote's build: how a release describes itself. Paths are relative to it. */
export const releaseSchema = v.object({
  name: v.picklist(remoteNames),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/)),
  contract,
  title,
  description,
  entry: relativeFile,
  scripts: v.array(releaseFileSchema),
  styles: v.array(releaseFileSchema),
  routes,
  /** Bridge methods without which the activity can't do its work. */
  requires: v.array(bridgeMethod),
});
export type Release = v.InferOutput<typeof releaseSchema>;

/**
 * What the registry says of one remote. `enabled`, `title`, `description`, `routes` and `entry` are enough to open
 * it; the rest makes it open fast and safely. `pin` holds an operator's choice of version: publishing leaves it be.
 */
export const registryEntrySchema = v.object({
  enabled: v.boolean(),
  pin: v.optional(v.nullable(v.string()), null),
  title,
  description,
  routes,
  /** Absolute address of the entry module. */
  entry: v.pipe(v.string(), v.url()),
  version: v.optional(v.string(), ''),
  contract: v.optional(contract, '1.0'),
  scripts: v.optional(v.array(releaseFileSchema), []),
  styles: v.optional(v.array(releaseFileSchema), []),
  requires: v.optional(v.array(v.string()), []),
});
export type RegistryEntry = v.InferOutput<typeof registryEntrySchema>;

export const registrySchema = v.object({
  version: v.literal(1),
  remotes: v.record(v.string(), registryEntrySchema),
});
export type Registry = v.InferOutput<typeof registrySchema>;

/** @returns the registry, or `null` for anything that doesn't fit its schema */
export function parseRegistry(raw: unknown): Registry | null {
  const result = v.safeParse(registrySchema, raw);
  return result.success ? result.output : null;
}
