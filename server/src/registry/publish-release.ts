import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  hostPaths,
  type LeftOut,
  type Registry,
  type RegistryEntry,
  type Release,
  releaseSchema,
  type RuntimeSettings,
} from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { readRelease, ReleaseRefusedError } from './read-release.ts';
import {
  describeLeftOut,
  readRegistryFile,
  type RegistryFile,
  RegistryUnreadableError,
  updateRegistryFile,
} from './registry-file.ts';
import type { ReleaseSource } from './release-source.ts';

export type PublishOptions = {
  registryPath: string;
  settings: PlaceSettings;
  /** Whether the release with this entry may be replaced. */
  mayReplace(currentEntry: string): boolean;
  dryRun?: boolean;
};

type Publication = {
  release: Release;
  outcome: 'published' | 'unchanged' | 'pinned';
  files: number;
  bytes: number;
  leftOut: readonly LeftOut[];
};

/** The move wasn't requested. */
class PublishedElsewhereError extends ReleaseRefusedError {
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

type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023' | 'remoteOrigins'>;

/**
 * Checks the release's origin, unclaimed routes, and names of windows and calls.
 * @returns one sentence per problem
 */
function placeProblems(release: Release, baseUrl: string, registry: Registry, settings: PlaceSettings): string[] {
  const { remoteOrigins, windows, activity2023 } = settings;
  const { origin } = new URL(baseUrl);
  const paths = release.routes.map(({ path }) => withoutSlash(path));
  const others = Object.entries(registry.remotes).filter(([name]) => name !== release.name);
  const owners = new Map(
    others.flatMap(([name, { routes }]) => routes.map(({ path }) => [withoutSlash(path), name] as const)),
  );
  const reserved = new Set<string>(Object.values(hostPaths));

  return [
    ...(remoteOrigins.includes(origin)
      ? []
      : [`pages load nothing from ${origin}: add it to remoteOrigins in the settings ${there(remoteOrigins)}`]),
    ...paths.filter((path) => reserved.has(path)).map((path) => `its route ${path} is a page of the host itself.`),
    ...paths.filter((path) => owners.has(path)).map((path) => `its route ${path} belongs to ${owners.get(path)}.`),
    ...[...new Set(paths.filter((path, at) => paths.indexOf(path) !== at))].map(
      (path) => `it names the route ${path} twice.`,
    ),
    ...release.routes.flatMap(({ path, window }) => {
      if (window === null || Object.hasOwn(windows, window)) return [];
      return [
        `its route ${path} has the window "${window}", which the settings don't have ${there(Object.keys(windows))}`,
      ];
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

type LocalRelease = {
  dist: string;
  releases: string;
  origin: string;
  registryPath: string;
  settings: PlaceSettings;
};

/**
 * Stores and publishes a build. A remote published from elsewhere and a broken registry stay unchanged.
 * @returns lines to print
 */
export async function publishLocalRelease(options: LocalRelease): Promise<string[]> {
  const { dist, releases, origin, registryPath, settings } = options;
  const version = await storeRelease(dist, releases);
  const baseUrl = `${origin}/${version}/`;
  try {
    const { release, outcome, leftOut } = await publishRelease(
      { baseUrl, isLocal: true, read: (file) => readFile(join(releases, version, file)) },
      {
        registryPath,
        settings,
        mayReplace: (currentEntry) => isStoredHere(currentEntry, options),
      },
    );
    return [
      `${release.name} ${version}: ${outcome === 'pinned' ? 'left as pinned' : outcome}`,
      ...describeLeftOut(leftOut),
    ];
  } catch (error) {
    if (error instanceof PublishedElsewhereError) {
      const move = `To take this build instead: npm run ops -- publish ${baseUrl} --move`;
      return [`${error.remote} ${version}: not published, ${error.currentOrigin} serves this remote. ${move}`];
    }
    if (error instanceof RegistryUnreadableError || error instanceof ReleaseRefusedError) return [`! ${error.message}`];
    throw error;
  }
}

/** Whether a release stored here has this entry, also under another `PORT`. */
function isStoredHere(entry: string, { origin, releases }: LocalRelease): boolean {
  const current = new URL(entry);
  const [, folder = ''] = current.pathname.split('/');
  const isThisMachine = current.hostname === new URL(origin).hostname;
  return current.origin === origin || (isThisMachine && folder !== '' && existsSync(join(releases, folder)));
}

/**
 * Stores a build in `<releases>/<version>/` beside earlier ones, which open pages still use.
 * @returns the version
 * @throws when the build has no valid release.json
 */
export async function storeRelease(dist: string, releases: string): Promise<string> {
  const { version } = v.parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const folder = join(releases, version);
  if (existsSync(folder)) {
    // An earlier product didn't store the compressed forms.
    await cp(dist, folder, { recursive: true, force: false });
    return version;
  }
  await mkdir(releases, { recursive: true });
  const draft = `${folder}.draft-${randomUUID()}`;
  await cp(dist, draft, { recursive: true });
  // Another process may have stored them first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
