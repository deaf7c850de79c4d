import { compatibility, type LeftOut, type Registry, registryEntrySchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { removedText } from '../uploaded-releases/removed-text.ts';
import { LATEST, type RegistryDocument, type RemoteDecision } from './registry-document.ts';

/** `baseUrl`: with a trailing slash. `description`: a `release.json`. `removedAt`: when its uploaded files went. */
export type StoredRelease = {
  name: string;
  version: string;
  baseUrl: string;
  description: object;
  removedAt?: Date | null;
};
/** One row, with the contract of its release. */
export type Promotion = {
  name: string;
  version: string;
  kind: 'publish' | 'promote' | 'rollback';
  contract: string;
};

export type ReleaseRecords = {
  /** Of every remote that has a release. */
  names: readonly string[];
  /** Oldest first. */
  promotions: readonly Promotion[];
  /** At least those that `releaseOf` chooses. */
  releases: readonly StoredRelease[];
};

export type HostContract = { major: number; minor: number };

/**
 * The registry that pages get: one release per remote.
 * @returns `leftOut`: remotes that pages can't open, and why; `unlisted`: those with releases that no document names
 */
export function resolveRegistry(
  { remotes }: RegistryDocument,
  records: ReleaseRecords,
  contract: HostContract,
): { registry: Registry; leftOut: LeftOut[]; unlisted: string[] } {
  const registry: Registry = { version: 1, remotes: {} };
  const leftOut: LeftOut[] = [];
  for (const [name, decision] of Object.entries(remotes)) {
    const entry = entryOf(name, decision, records, contract);
    if (typeof entry === 'string') leftOut.push({ name, problems: [entry] });
    else registry.remotes[name] = entry;
  }
  return { registry, leftOut, unlisted: records.names.filter((name) => !Object.hasOwn(remotes, name)) };
}

/** @returns the version that pages get, or `null`. A pinned one counts whatever its contract: its page then says so. */
export function releaseOf(
  name: string,
  { release }: RemoteDecision,
  promotions: readonly Promotion[],
  contract: HostContract,
): string | null {
  return release === LATEST ? (promotedReleases(name, promotions, contract).at(-1) ?? null) : release;
}

/**
 * The promoted versions that fit the host's contract, the one in force last. A roll-back takes back what was promoted
 * after its version, so that the next one leads further back.
 */
export function promotedReleases(name: string, promotions: readonly Promotion[], contract: HostContract): string[] {
  const versions: string[] = [];
  for (const promotion of promotions) {
    if (promotion.name !== name || compatibility(promotion.contract, contract) !== 'fits') continue;
    const { version, kind } = promotion;
    if (kind === 'rollback') versions.splice(Math.max(versions.lastIndexOf(version), 0));
    if (versions.at(-1) !== version) versions.push(version);
  }
  return versions;
}

/** @returns why pages can't open it, instead of its entry */
function entryOf(
  name: string,
  decision: RemoteDecision,
  { names, promotions, releases }: ReleaseRecords,
  contract: HostContract,
) {
  const version = releaseOf(name, decision, promotions, contract);
  if (!names.includes(name)) return 'it has no release: publish one';
  if (version === null) return noneFits(name, promotions, contract);
  const stored = releases.find((each) => each.name === name && each.version === version);
  if (stored === undefined) return `its release ${version} isn't there: publish it, or name another`;
  if (stored.removedAt != null) return removedText({ name, version, removedAt: stored.removedAt });
  const { enabled, release } = decision;
  const own = { enabled, pin: release === LATEST ? null : release, version };
  const parsed = v.safeParse(registryEntrySchema, { ...stored.description, ...own, entry: addressOf(stored) });
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole of it'}: ${issue.message}`);
  return `the description of its release ${version} can't be read: ${faults.join('; ')}`;
}

function noneFits(name: string, promotions: readonly Promotion[], { major, minor }: HostContract): string {
  const last = promotions.findLast((promotion) => promotion.name === name);
  if (last === undefined) return 'none of its releases was promoted: pin one';
  return `none of its releases fits this host's contract ${major}.${minor}; the last, ${last.version}, is built for ${last.contract}`;
}

function addressOf({ baseUrl, description }: StoredRelease): unknown {
  const entry: unknown = Reflect.get(description, 'entry');
  return typeof entry === 'string' && URL.canParse(entry, baseUrl) ? new URL(entry, baseUrl).href : entry;
}
