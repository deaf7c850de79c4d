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
import { removedText } from '../removed-text.ts';
import { textOf } from './host-contract.ts';
import { LATEST, type RegistryDocument, type RemoteDecision } from './registry-document.ts';
import { routeProblems } from './route-problems.ts';

/** `baseUrl`: with a trailing slash. `description`: a `release.json`. `removedAt`: since when it isn't there. */
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
 * `registry`: what pages get whose visitor has no canary. `leftOut`: remotes that they can't open, and why. `unfit`:
 * the
 * last promoted release of those that have none for this contract, by which their pages say so. `gaveWay`: what
 * operators or
 * teams decided and pages don't get, and why; they get another release. `unlisted`: remotes with releases that no
 * document
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
  const leftOut: LeftOut[] = [];
  const unfit: Record<string, RegistryEntry> = {};
  const gaveWay: LeftOut[] = [];
  const fitting = new Map<string, { percent: number; entry: RegistryEntry }>();
  for (const [name, decision] of Object.entries(remotes)) {
    const remote = { name, decision, records, contract };
    const { entry, pin } = stableEntry(remote);
    if (pin !== null) gaveWay.push({ name, problems: [pin] });
    if (typeof entry === 'string') {
      leftOut.push({ name, problems: [entry] });
      const other = unfitEntry(remote);
      if (other !== null) unfit[name] = other;
    } else registry.remotes[name] = entry;
    if (decision.canary === undefined) continue;
    const canary = canaryEntry(remote, decision.canary.release, entry);
    if (typeof canary === 'string') gaveWay.push({ name, problems: [`canary ${decision.canary.release}: ${canary}`] });
    else fitting.set(name, { percent: decision.canary.percent, entry: canary });
  }
  const canaries: Record<string, { percent: number; entry: RegistryEntry }> = {};
  for (const [name, canary] of fitting) {
    const [taken] = routeProblems({ name, routes: canary.entry.routes }, routedIn({ registry, canaries }));
    if (taken === undefined) canaries[name] = canary;
    else gaveWay.push({ name, problems: [`canary ${canary.entry.version}: ${taken}`] });
  }
  const unlisted = records.names.filter((name) => !Object.hasOwn(remotes, name));
  return { registry, canaries, leftOut, unfit, gaveWay, unlisted };
}

/** Whatever visitors get, by its remote. */
export const routedIn = ({ registry, canaries }: Pick<ResolvedRegistry, 'registry' | 'canaries'>) => [
  ...Object.entries(registry.remotes),
  ...Object.entries(canaries).map(([name, { entry }]) => [name, entry] as const),
];

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

/** The same for hosts of any contract: a route that a release has for one of them is taken for all. */
export const routedInAll = (document: RegistryDocument, records: ReleaseRecords) =>
  contractsOf(records).flatMap((contract) => routedIn(resolveRegistry(document, records, contract)));

type Remote = { name: string; decision: RemoteDecision; records: ReleaseRecords; contract: HostContract };

/**
 * The pin, unless it gives way; else the last promoted release that fits.
 * @returns `entry`: or why pages can't open it. `pin`: why it gives way
 */
function stableEntry(remote: Remote): { entry: RegistryEntry | string; pin: string | null } {
  const { name, decision, records, contract } = remote;
  const pinned = decision.release === LATEST ? null : fittingEntry(remote, decision.release);
  if (pinned !== null && typeof pinned !== 'string') return { entry: pinned, pin: null };
  const version = promotedReleases(name, records.promotions, contract).at(-1);
  const pin = pinned === null ? null : `pin ${decision.release}: ${pinned}`;
  return { entry: version === undefined ? noneFits(remote) : fittingEntry(remote, version), pin };
}

/** @returns the last promoted, or the pin, if none is for this contract */
function unfitEntry(remote: Remote): RegistryEntry | null {
  const { name, decision, records, contract } = remote;
  if (promotedReleases(name, records.promotions, contract).length > 0) return null;
  const last = records.promotions.findLast((promotion) => promotion.name === name);
  const entry = entryOf(remote, last?.version ?? decision.release);
  return typeof entry === 'string' ? null : entry;
}

/** @returns why its visitors get the stable release, instead of its entry */
function canaryEntry(remote: Remote, release: string, stable: RegistryEntry | string): RegistryEntry | string {
  const { release: pin } = remote.decision;
  if (pin !== LATEST) return `it rests while the remote is pinned to ${pin}`;
  if (typeof stable !== 'string' && stable.version === release) return 'everybody gets this release';
  return fittingEntry(remote, release);
}

const storedOf = ({ name, records }: Remote, version: string) =>
  records.releases.find((each) => each.name === name && each.version === version);

function fittingEntry(remote: Remote, version: string): RegistryEntry | string {
  const stored = storedOf(remote, version);
  const built = stored === undefined ? '' : builtFor(stored);
  return built === '' || compatibility(built, remote.contract) === 'fits'
    ? entryOf(remote, version)
    : `it is built for contract ${built}, and this host speaks ${textOf(remote.contract)}`;
}

function entryOf(remote: Remote, version: string): RegistryEntry | string {
  const { name, decision } = remote;
  const { enabled, stopped = false, release } = decision;
  const stored = storedOf(remote, version);
  if (stored === undefined) return `its release ${version} isn't there: publish it, or name another`;
  if (stored.removedAt != null) return removedText({ name, version, removedAt: stored.removedAt });
  // Hosts of contract 3.0 know no `stopped`: for them it is off.
  const own = { enabled: enabled && !stopped, stopped, pin: release === version ? version : null, version };
  const parsed = v.safeParse(registryEntrySchema, { ...stored.description, ...own, entry: addressOf(stored) });
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole of it'}: ${issue.message}`);
  return `the description of its release ${version} can't be read: ${faults.join('; ')}`;
}

function noneFits({ name, records, contract }: Remote): string {
  if (!records.names.includes(name)) return 'it has no release: publish one';
  const last = records.promotions.findLast((promotion) => promotion.name === name);
  if (last === undefined) return 'none of its releases was promoted: pin one';
  return `none of its releases fits this host's contract ${textOf(contract)}; the last, ${last.version}, is built for ${last.contract}`;
}

function addressOf({ baseUrl, description }: StoredRelease): unknown {
  const entry: unknown = Reflect.get(description, 'entry');
  return typeof entry === 'string' && URL.canParse(entry, baseUrl) ? new URL(entry, baseUrl).href : entry;
}
