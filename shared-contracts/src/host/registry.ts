import * as v from 'valibot';
import { bridgeMethods } from '../contract/bridge-methods.ts';
import { callIdSchema } from '../contract/calls.ts';
import { contractText } from '../contract/contract-version.ts';
import { publicParameterSchema } from './parameters.ts';
import { relativeFile, routeSchema } from '../contract/route.ts';

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
/** The contract a release was built for: `3.0`. */
const contract = v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/));
const routes = v.pipe(v.array(routeSchema), v.minLength(1), v.maxLength(50));
const bridgeMethod = v.picklist(bridgeMethods);
const calls = v.pipe(v.array(callIdSchema), v.maxLength(100));
const publicParameters = v.pipe(v.array(publicParameterSchema), v.maxLength(20));

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
  /** Picture of the activity in the hall; `null`: the host's own. */
  picture: v.nullable(releaseFileSchema),
  routes,
  /** Bridge methods that it may use; the host refuses any other. */
  bridge: v.array(bridgeMethod),
  /** Of those, the ones without which the activity can't do its work. */
  requires: v.array(bridgeMethod),
  /** The exact calls it makes, by `callId`; the host refuses any other. */
  calls,
  /** Its query parameters that may stand in a link for somebody else. */
  publicParameters,
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
  /** Absent: the host's own. */
  contract: v.optional(contract, contractText),
  scripts: v.optional(v.array(releaseFileSchema), []),
  styles: v.optional(v.array(releaseFileSchema), []),
  picture: v.optional(v.nullable(releaseFileSchema), null),
  /** Absent: any method. */
  bridge: v.optional(v.nullable(v.array(v.string())), null),
  requires: v.optional(v.array(v.string()), []),
  /** Absent: any call of the product's own. */
  calls: v.optional(v.nullable(calls), null),
  publicParameters: v.optional(publicParameters, []),
});
export type RegistryEntry = v.InferOutput<typeof registryEntrySchema>;

export type Registry = { version: 1; remotes: Record<string, RegistryEntry> };

/** A remote that the registry names but whose entry doesn't fit: it alone is left out. `problems` name the fields. */
export type LeftOut = { name: string; problems: string[] };

const shellSchema = v.object({ version: v.literal(1), remotes: v.record(v.string(), v.unknown()) });

/**
 * Reads a registry. An entry that doesn't fit is left out and named; the others stand.
 * @returns `null` for anything that isn't a registry at all
 */
export function readRegistry(raw: unknown): { registry: Registry; leftOut: LeftOut[] } | null {
  const shell = v.safeParse(shellSchema, raw);
  if (!shell.success) return null;
  const remotes: Record<string, RegistryEntry> = {};
  const leftOut: LeftOut[] = [];
  for (const [name, entry] of Object.entries(shell.output.remotes)) {
    const parsed = v.safeParse(registryEntrySchema, entry);
    if (parsed.success) remotes[name] = parsed.output;
    else leftOut.push({ name, problems: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole entry'}: ${issue.message}`) });
  }
  return { registry: { version: 1, remotes }, leftOut };
}

/** What keeps something from being a registry at all, each with the path of its field. */
export function registryProblems(raw: unknown): string[] {
  const shell = v.safeParse(shellSchema, raw);
  return shell.success ? [] : shell.issues.map(problemOf);
}

const problemOf = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`;

/** The registry alone, for whoever has nothing to say of what was left out. */
export function parseRegistry(raw: unknown): Registry | null {
  return readRegistry(raw)?.registry ?? null;
}
