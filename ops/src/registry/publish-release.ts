import { isDeepStrictEqual } from 'node:util';
import {
  hostPaths,
  type LeftOut,
  type Registry,
  type RegistryEntry,
  type Release,
  type RuntimeSettings,
} from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { readRelease, ReleaseRefusedError } from './read-release.ts';
import { readRegistryFile, type RegistryFile, RegistryUnreadableError, updateRegistryFile } from './registry-file.ts';
import type { ReleaseSource } from './release-source.ts';

export type PublishOptions = {
  registryPath: string;
  settings: PlaceSettings;
  /** Whether the release with this entry may be replaced. */
  mayReplace(currentEntry: string): boolean;
  dryRun?: boolean;
};

export type Publication = {
  release: Release;
  outcome: 'published' | 'unchanged' | 'pinned';
  files: number;
  bytes: number;
  leftOut: readonly LeftOut[];
};

/** The move wasn't requested. */
export class PublishedElsewhereError extends ReleaseRefusedError {
  override name = 'PublishedElsewhereError';
  readonly remote: string;
  readonly currentOrigin: string;

  constructor(source: string, name: string, currentEntry: string) {
    const { origin } = new URL(currentEntry);
    const rule = `a name belongs to one team. If ${name} itself moves here, say so with --move.`;
    super(source, `${name} is published from ${origin}, and ${rule}`);
    this.remote = name;
    this.currentOrigin = origin;
  }
}

/** What publishing leaves as it is, and the registered URL. */
const currentSchema = v.object({
  enabled: v.boolean(),
  pin: v.optional(v.nullable(v.string()), null),
  entry: v.fallback(v.nullable(v.pipe(v.string(), v.url())), null),
});
type Current = v.InferOutput<typeof currentSchema>;

/**
 * Checks a release (`readRelease`, `placeProblems`, its team's name) and writes it into the registry, with the
 * operator's switch or pin.
 * @throws ReleaseRefusedError, RegistryUnreadableError with what to do; the registry is unchanged
 */
export async function publishRelease(source: ReleaseSource, options: PublishOptions): Promise<Publication> {
  const { baseUrl } = source;
  const { release, files, bytes } = await readRelease(source);
  const { name, entry, ...described } = release;
  const publication: Publication = { release, outcome: 'published', files, bytes, leftOut: [] };
  const edit = (file: RegistryFile): Record<string, RegistryEntry> => {
    publication.leftOut = file.leftOut.filter((remote) => remote.name !== name);
    const problems = placeProblems(release, baseUrl, file.registry, options.settings);
    if (problems.length > 0) throw new ReleaseRefusedError(baseUrl, problems.join('\n  '));
    const { enabled, pin, entry: currentEntry } = currentOf(file, name, options.registryPath);
    if (pin !== null && pin !== release.version) {
      publication.outcome = 'pinned';
      return {};
    }
    if (currentEntry !== null && !options.mayReplace(currentEntry)) {
      throw new PublishedElsewhereError(baseUrl, name, currentEntry);
    }
    const next: RegistryEntry = { enabled, pin, ...described, entry: new URL(entry, baseUrl).href };
    if (!isDeepStrictEqual(file.registry.remotes[name], next)) return { [name]: next };
    publication.outcome = 'unchanged';
    return {};
  };
  if (options.dryRun === true) edit(await readRegistryFile(options.registryPath));
  else await updateRegistryFile(options.registryPath, edit);
  return publication;
}

function currentOf({ raw }: RegistryFile, name: string, registryPath: string): Current {
  if (!Object.hasOwn(raw, name)) return { enabled: true, pin: null, entry: null };
  const parsed = v.safeParse(currentSchema, raw[name]);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'its entry'}: ${issue.message}`);
  throw new RegistryUnreadableError(registryPath, `whether ${name} is on: ${issues.join('; ')}`);
}

export type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023' | 'remoteOrigins'>;

/**
 * Checks the release's origin, unclaimed routes, and names of windows and calls.
 * @returns one sentence per problem
 */
function placeProblems(release: Release, baseUrl: string, registry: Registry, settings: PlaceSettings): string[] {
  const { remoteOrigins, windows, activity2023 } = settings;
  const { origin } = new URL(baseUrl);
  const paths = release.routes.map(({ path }) => withoutSlash(path));
  const others = Object.entries(registry.remotes).filter(([name]) => name !== release.name);
  const owners = new Map(others.flatMap(([name, { routes }]) => routes.map(({ path }) => [withoutSlash(path), name] as const)));
  const reserved = new Set<string>(Object.values(hostPaths));

  return [
    ...(remoteOrigins.includes(origin)
      ? []
      : [`pages load nothing from ${origin}: add it to remoteOrigins in the settings ${there(remoteOrigins)}`]),
    ...paths.filter((path) => reserved.has(path)).map((path) => `its route ${path} is a page of the host itself.`),
    ...paths.filter((path) => owners.has(path)).map((path) => `its route ${path} belongs to ${owners.get(path)}.`),
    ...[...new Set(paths.filter((path, at) => paths.indexOf(path) !== at))].map((path) => `it names the route ${path} twice.`),
    ...release.routes.flatMap(({ path, window }) => {
      if (window === null || Object.hasOwn(windows, window)) return [];
      return [`its route ${path} has the window "${window}", which the settings don't have ${there(Object.keys(windows))}`];
    }),
    ...release.calls.flatMap((call) => {
      const name = /^setting:(.+)$/.exec(call)?.[1];
      if (name === undefined || Object.hasOwn(activity2023, name)) return [];
      return [`its call ${call} has no name in the settings' activity2023 ${there(Object.keys(activity2023))}`];
    }),
  ];
}

const there = (names: readonly string[]) => `(there: ${names.join(', ') || 'none'}).`;

/** A trailing slash doesn't matter. */
const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));
