import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isCompatible, type Registry, type RegistryEntry, type Release, releaseSchema } from '@fridge/shared-contracts';
import { updateRegistryFile } from './registry-file.ts';

/** Where a release's files can be read and where browsers will load them from. */
export type ReleaseSource = {
  /** Base address of the release, with its closing slash. */
  baseUrl: string;
  read(file: string): Promise<Buffer>;
};

export class ReleaseRefusedError extends Error {
  constructor(source: string, why: string) {
    super(`The release at ${source} was not published: ${why}`);
    this.name = 'ReleaseRefusedError';
  }
}

export type Publication = { release: Release; outcome: 'published' | 'unchanged' | 'pinned' };

/**
 * Checks a release and writes it into the registry: its description fits the schema, the host speaks its contract,
 * every file is there with the hash it claims. A switch or a pin that an operator set stays as it is.
 * @throws ReleaseRefusedError with what to do; the registry is then untouched
 */
export async function publishRelease(source: ReleaseSource, registryPath: string): Promise<Publication> {
  const release = await readRelease(source);
  let outcome: Publication['outcome'] = 'published';
  await updateRegistryFile(registryPath, (registry) => {
    const standing = registry.remotes[release.name];
    if (standing?.pin && standing.pin !== release.version) {
      outcome = 'pinned';
      return registry;
    }
    const entry = registryEntry(release, source.baseUrl, standing);
    if (standing && JSON.stringify(standing) === JSON.stringify(entry)) outcome = 'unchanged';
    return withRemote(registry, release.name, entry);
  });
  return { release, outcome };
}

async function readRelease(source: ReleaseSource): Promise<Release> {
  const text = await source.read('release.json').catch((error: unknown) => {
    throw new ReleaseRefusedError(source.baseUrl, `release.json can't be read (${String(error)}). Build the remote first.`);
  });
  const parsed = v.safeParse(releaseSchema, tryParse(text.toString('utf8')));
  if (!parsed.success) {
    const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'release.json'}: ${issue.message}`);
    throw new ReleaseRefusedError(source.baseUrl, `its release.json doesn't fit the schema.\n  ${issues.join('\n  ')}`);
  }
  const release = parsed.output;
  if (!isCompatible(release.contract)) {
    throw new ReleaseRefusedError(source.baseUrl, `it is built for contract ${release.contract}, which this host doesn't speak. Publish a host that does first.`);
  }
  for (const { file, integrity } of [...release.scripts, ...release.styles]) {
    const bytes = await source.read(file).catch(() => null);
    if (!bytes) throw new ReleaseRefusedError(source.baseUrl, `${file} is missing. Upload every file before release.json.`);
    const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    if (actual !== integrity) throw new ReleaseRefusedError(source.baseUrl, `${file} isn't what release.json describes. Build and upload the release as a whole.`);
  }
  if (!release.scripts.some(({ file }) => file === release.entry)) {
    throw new ReleaseRefusedError(source.baseUrl, `its entry ${release.entry} isn't among its scripts.`);
  }
  return release;
}

function registryEntry(release: Release, baseUrl: string, standing: RegistryEntry | undefined): RegistryEntry {
  return {
    enabled: standing?.enabled ?? true,
    pin: standing?.pin ?? null,
    title: release.title,
    description: release.description,
    routes: release.routes,
    entry: new URL(release.entry, baseUrl).href,
    version: release.version,
    contract: release.contract,
    scripts: release.scripts,
    styles: release.styles,
    requires: release.requires,
  };
}

function withRemote(registry: Registry, name: string, entry: RegistryEntry): Registry {
  return { ...registry, remotes: { ...registry.remotes, [name]: entry } };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
