import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { LeftOut, RegistryEntry, Release } from '@fridge/shared-contracts/host';
import { placeProblems, type PlaceSettings } from './check-place.ts';
import { readRelease } from './read-release.ts';
import { type RegistryFile, RegistryUnreadableError, readRegistryFile, updateRegistryFile } from './registry-file.ts';
import { PublishedElsewhereError, ReleaseRefusedError } from './release-refused.ts';
import type { ReleaseSource } from './release-source.ts';

export type PublishOptions = {
  registryPath: string;
  settings: PlaceSettings;
  /** Whether this release may take the place of the one whose entry stands at this address. */
  mayReplace(standingEntry: string): boolean;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
};

export type Publication = {
  release: Release;
  outcome: 'published' | 'unchanged' | 'pinned';
  /** What was read and checked. */
  files: number;
  bytes: number;
  /** Other remotes that the registry names wrongly. */
  leftOut: readonly LeftOut[];
};

/** What publishing keeps of an entry, also of one with faults elsewhere. */
const switchSchema = v.object({ enabled: v.boolean(), pin: v.optional(v.nullable(v.string()), null) });
type Switch = v.InferOutput<typeof switchSchema>;

const standingEntrySchema = v.object({ entry: v.pipe(v.string(), v.url()) });

/**
 * Checks a release and writes it into the registry: read whole as a page would (`readRelease`), fitting the product
 * (`placeProblems`), under a name that is its team's. A switch or a pin that an operator set stays as it is.
 * @throws ReleaseRefusedError, RegistryUnreadableError with what to do; the registry is then untouched
 */
export async function publishRelease(source: ReleaseSource, options: PublishOptions): Promise<Publication> {
  const { release, files, bytes } = await readRelease(source);
  const publication: Publication = { release, outcome: 'published', files, bytes, leftOut: [] };
  const edit = (file: RegistryFile): Record<string, RegistryEntry> => {
    publication.leftOut = file.leftOut.filter(({ name }) => name !== release.name);
    const problems = placeProblems(release, source.baseUrl, file.registry, options.settings);
    if (problems.length > 0) throw new ReleaseRefusedError(source.baseUrl, problems.join('\n  '));
    const standing = standingOf(file, release.name, options.registryPath);
    if (standing.pin !== null && standing.pin !== release.version) {
      publication.outcome = 'pinned';
      return {};
    }
    if (standing.entry !== null && !options.mayReplace(standing.entry)) throw new PublishedElsewhereError(source.baseUrl, release.name, standing.entry);
    const entry = registryEntry(release, source.baseUrl, standing);
    if (isDeepStrictEqual(file.registry.remotes[release.name], entry)) {
      publication.outcome = 'unchanged';
      return {};
    }
    return { [release.name]: entry };
  };
  if (options.dryRun === true) edit(await readRegistryFile(options.registryPath));
  else await updateRegistryFile(options.registryPath, edit);
  return publication;
}

/** @property entry `null` where nothing stands, or nothing that could be loaded */
type Standing = Switch & { entry: string | null };

function standingOf({ raw }: RegistryFile, name: string, registryPath: string): Standing {
  if (!Object.hasOwn(raw, name)) return { enabled: true, pin: null, entry: null };
  const parsed = v.safeParse(switchSchema, raw[name]);
  if (!parsed.success) {
    throw new RegistryUnreadableError(registryPath, `whether ${name} is on: ${parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'its entry'}: ${issue.message}`).join('; ')}`);
  }
  const located = v.safeParse(standingEntrySchema, raw[name]);
  return { ...parsed.output, entry: located.success ? located.output.entry : null };
}

function registryEntry(release: Release, baseUrl: string, { enabled, pin }: Switch): RegistryEntry {
  const { name: _, entry, ...described } = release;
  return { enabled, pin, ...described, entry: new URL(entry, baseUrl).href };
}
