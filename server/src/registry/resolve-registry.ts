import {
  compatibility,
  contractVersion,
  type HostContract,
  type LeftOut,
  parseContract,
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { removedText } from '../uploaded-releases/removed-text.ts';
import { textOf } from './host-contract.ts';
import { LATEST, type RegistryDocument, type RemoteDecision } from './registry-document.ts';
import { routeProblems } from './route-problems.ts';

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
  /** At least pins, canaries, and of each remote the last promoted for each contract and of all. */
  releases: readonly StoredRelease[];
};

/** Of this program's host, and of every other that a release is built for. */
export function contractsOf({ promotions, releases }: Pick<ReleaseRecords, 'promotions' | 'releases'>): HostContract[] {
  const built = new Set([...promotions.map(({ contract }) => contract), ...releases.map(builtFor)]);
  return [contractVersion, ...[...built].flatMap((contract) => parseContract(contract) ?? [])];
}

/** What a release is built for; empty if its description doesn't say. */
function builtFor({ description }: Pick<StoredRelease, 'description'>): string {
  const contract: unknown = Reflect.get(description, 'contract');
  return typeof contract === 'string' ? contract : '';
}

/**
 * `registry`: what pages get whose visitor has no canary. `leftOut`: remotes that they can't open, and why. `unfit`: the
 * last promoted release of those that have none for this contract, by which their pages say so. `gaveWay`: what operators or
 * teams decided and pages don't get, and why; they get another release. `unlisted`: remotes with releases that no document
 * names.
 */
export type ResolvedRegistry = {
  registry: Registry;
  canaries: Readonly<Record<string, { percent: number; entry: RegistryEntry }>>;
  leftOut: readonly LeftOut[];
  unfit: Readonly<Record<string, RegistryEntry>>;
  gaveWay: readonly LeftOut[];
  unlisted: readonly string[];
};

/** What pages of a host get: one release per remote, and its canary. */
export function resolveRegistry(
  { remotes }: RegistryDocument,
  records: ReleaseRecords,
  contract: HostContract,
): ResolvedRegistry {
  const registry: Registry = { version: 1, remotes: {} };
  const fitting: Record<string, { percent: number; entry: RegistryEntry }> = {};
  const leftOut: LeftOut[] = [];
  const unfit: Record<string, RegistryEntry> = {};
  const gaveWay: LeftOut[] = [];
  for (const [name, decision] of Object.entries(remotes)) {
    const entry = stableEntry(name, decision, records, contract);
    if (typeof entry === 'string') leftOut.push({ name, problems: [entry] });
    else registry.remotes[name] = entry;
    const other = typeof entry === 'string' ? unfitEntry(name, decision, records, contract) : null;
    if (other !== null) unfit[name] = other;
    const pin = unfitPin(name, decision, records, contract);
    if (pin !== null) gaveWay.push({ name, problems: [`pin ${pin}`] });
    if (decision.canary === undefined) continue;
    const canary = canaryEntry(name, decision, records, contract);
    if (typeof canary === 'string') gaveWay.push({ name, problems: [canary] });
    else fitting[name] = { percent: decision.canary.percent, entry: canary };
  }
  const canaries: typeof fitting = {};
  for (const [name, { percent, entry }] of Object.entries(fitting)) {
    const before = Object.entries(canaries).map(([other, canary]) => [other, canary.entry] as const);
    const [taken] = routeProblems({ name, routes: entry.routes }, [...Object.entries(registry.remotes), ...before]);
    if (taken === undefined) canaries[name] = { percent, entry };
    else gaveWay.push({ name, problems: [`canary ${entry.version}: ${taken}`] });
  }
  const unlisted = records.names.filter((name) => !Object.hasOwn(remotes, name));
  return { registry, canaries, leftOut, unfit, gaveWay, unlisted };
}

/**
 * @param releases tell the contract of a pin that was never promoted
 * @returns the version that pages get: a pin, unless it is built for another contract; else the last promoted that fits;
 * `null`: none
 */
export function releaseOf(
  name: string,
  decision: Pick<RemoteDecision, 'release'>,
  promotions: readonly Promotion[],
  contract: HostContract,
  releases: readonly StoredRelease[] = [],
): string | null {
  const { release } = decision;
  if (release !== LATEST && unfitPin(name, decision, { promotions, releases }, contract) === null) return release;
  return promotedReleases(name, promotions, contract).at(-1) ?? null;
}

/** @returns why the pinned release gives way; `null`: it doesn't */
function unfitPin(
  name: string,
  { release }: Pick<RemoteDecision, 'release'>,
  { promotions, releases }: Pick<ReleaseRecords, 'promotions' | 'releases'>,
  contract: HostContract,
): string | null {
  if (release === LATEST) return null;
  const isPinned = (each: { name: string; version: string }) => each.name === name && each.version === release;
  const pinned = releases.find(isPinned);
  const built = pinned === undefined ? promotions.find(isPinned)?.contract : builtFor(pinned);
  if (built === undefined || compatibility(built, contract) === 'fits') return null;
  return `${release}: it is built for contract ${built}, and this host speaks ${textOf(contract)}`;
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
function stableEntry(
  name: string,
  decision: RemoteDecision,
  records: ReleaseRecords,
  contract: HostContract,
): RegistryEntry | string {
  const version = releaseOf(name, decision, records.promotions, contract, records.releases);
  if (!records.names.includes(name)) return 'it has no release: publish one';
  if (version === null) return noneFits(name, records.promotions, contract);
  return entryOf(name, version, decision, records);
}

/** @returns the last promoted, or the pin, if none is for this contract */
function unfitEntry(
  name: string,
  decision: RemoteDecision,
  records: ReleaseRecords,
  contract: HostContract,
): RegistryEntry | null {
  if (releaseOf(name, decision, records.promotions, contract, records.releases) !== null) return null;
  const last = records.promotions.findLast((promotion) => promotion.name === name);
  const entry = entryOf(name, last?.version ?? decision.release, decision, records);
  return typeof entry === 'string' ? null : entry;
}

/** @returns why its visitors get the stable release, instead of its entry */
function canaryEntry(
  name: string,
  decision: RemoteDecision,
  records: ReleaseRecords,
  contract: HostContract,
): RegistryEntry | string {
  const { release = '' } = decision.canary ?? {};
  if (decision.release !== LATEST)
    return `canary ${release}: it rests while the remote is pinned to ${decision.release}`;
  if (release === releaseOf(name, decision, records.promotions, contract))
    return `canary ${release}: everybody gets this release`;
  const entry = entryOf(name, release, decision, records);
  if (typeof entry === 'string') return `canary ${release}: ${entry}`;
  if (compatibility(entry.contract, contract) === 'fits') return entry;
  return `canary ${release}: it is built for contract ${entry.contract}, and this host speaks ${textOf(contract)}`;
}

function entryOf(
  name: string,
  version: string,
  { enabled, stopped = false, release }: RemoteDecision,
  { releases }: ReleaseRecords,
): RegistryEntry | string {
  const stored = releases.find((each) => each.name === name && each.version === version);
  if (stored === undefined) return `its release ${version} isn't there: publish it, or name another`;
  if (stored.removedAt != null) return removedText({ name, version, removedAt: stored.removedAt });
  // Hosts of contract 3.0 know no `stopped`: for them it is off.
  const own = { enabled: enabled && !stopped, stopped, pin: release === version ? version : null, version };
  const parsed = v.safeParse(registryEntrySchema, { ...stored.description, ...own, entry: addressOf(stored) });
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole of it'}: ${issue.message}`);
  return `the description of its release ${version} can't be read: ${faults.join('; ')}`;
}

function noneFits(name: string, promotions: readonly Promotion[], contract: HostContract): string {
  const last = promotions.findLast((promotion) => promotion.name === name);
  if (last === undefined) return 'none of its releases was promoted: pin one';
  return `none of its releases fits this host's contract ${textOf(contract)}; the last, ${last.version}, is built for ${last.contract}`;
}

function addressOf({ baseUrl, description }: StoredRelease): unknown {
  const entry: unknown = Reflect.get(description, 'entry');
  return typeof entry === 'string' && URL.canParse(entry, baseUrl) ? new URL(entry, baseUrl).href : entry;
}
