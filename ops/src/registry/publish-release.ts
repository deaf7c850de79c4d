import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { compatibility, contractText, type LeftOut, type RegistryEntry, type Release, releaseSchema } from '@fridge/shared-contracts';
import { RegistryUnreadableError, updateRegistryFile } from './registry-file.ts';

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

export type Publication = {
  release: Release;
  outcome: 'published' | 'unchanged' | 'pinned';
  /** Other remotes that the registry names wrongly. */
  leftOut: readonly LeftOut[];
};

/** What publishing keeps of an entry, also of one with faults elsewhere. */
const switchSchema = v.object({ enabled: v.boolean(), pin: v.optional(v.nullable(v.string()), null) });
type Switch = v.InferOutput<typeof switchSchema>;

/**
 * Checks a release and writes it into the registry: its description fits the schema, the host speaks its contract,
 * every file is there with the hash it claims. A switch or a pin that an operator set stays as it is.
 * @throws ReleaseRefusedError, RegistryUnreadableError with what to do; the registry is then untouched
 */
export async function publishRelease(source: ReleaseSource, registryPath: string): Promise<Publication> {
  const release = await readRelease(source);
  const publication: Publication = { release, outcome: 'published', leftOut: [] };
  await updateRegistryFile(registryPath, ({ registry, leftOut, raw }) => {
    publication.leftOut = leftOut.filter(({ name }) => name !== release.name);
    const standing = Object.hasOwn(raw, release.name) ? readSwitch(release.name, raw[release.name], registryPath) : { enabled: true, pin: null };
    if (standing.pin !== null && standing.pin !== release.version) {
      publication.outcome = 'pinned';
      return {};
    }
    const entry = registryEntry(release, source.baseUrl, standing);
    if (isDeepStrictEqual(registry.remotes[release.name], entry)) {
      publication.outcome = 'unchanged';
      return {};
    }
    return { [release.name]: entry };
  });
  return publication;
}

function readSwitch(name: string, standing: unknown, registryPath: string): Switch {
  const parsed = v.safeParse(switchSchema, standing);
  if (parsed.success) return parsed.output;
  throw new RegistryUnreadableError(registryPath, `whether ${name} is on: ${parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'its entry'}: ${issue.message}`).join('; ')}`);
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
  const fit = compatibility(release.contract);
  if (fit !== 'fits') {
    const todo = fit === 'tooNew' ? 'Publish a host that does first.' : 'Build it against the shared-contracts of today.';
    throw new ReleaseRefusedError(source.baseUrl, `it is built for contract ${release.contract}, and this host speaks ${contractText}. ${todo}`);
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

function registryEntry(release: Release, baseUrl: string, { enabled, pin }: Switch): RegistryEntry {
  const { name: _, entry, ...described } = release;
  return { enabled, pin, ...described, entry: new URL(entry, baseUrl).href };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
