import {
  compatibility,
  contractVersion,
  type HostContract,
  parseContract,
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
  shanghaiDay,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { LATEST, type RegistryDocument, type RemoteDecision } from './registry-document.ts';
import { routeProblems } from '../publish/place-problems.ts';

/** `baseUrl`: with a trailing slash. `description`: a `release.json`. `removedAt`: since when it isn't there. */
type StoredRelease = {
  name: string;
  version: string;
  baseUrl: string;
  description: object;
  removedAt?: Date | null;
};
/** `contract`: of its release. `isRollBack`: to a release before. */
export type Promotion = { name: string; version: string; isRollBack: boolean; contract: string };

export type ReleaseRecords = {
  /** Of every remote that has a release. */
  names: readonly string[];
  /** Oldest first. */
  promotions: readonly Promotion[];
  /** At least pins, canaries, and of each remote the last promoted for each contract and of all. */
  releases: readonly StoredRelease[];
};

export const textOf = ({ major, minor }: HostContract): string => `${major}.${minor}`;

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
 * Why visitors don't get what a channel names. `off`: the remote is switched off or stopped. `pinned`: operators chose
 * another one. `gaveWay`: a pin or a canary that can't be given, so that they get the release that others have.
 * `unfit`: no release is for this host. `gone`: there is none.
 */
type Reason = { kind: 'off' | 'pinned' | 'gaveWay' | 'unfit' | 'gone'; text: string };

/** What pages get of a remote by a channel. `release`: `null` for none; of `unfit`, one by which they say so. */
export type Entry = {
  name: string;
  channel: 'stable' | 'canary';
  release: RegistryEntry | null;
  reason: Reason | null;
};

/**
 * `registry`: what pages get whose visitor has no canary. `entries`: of every remote that the document names, and every
 * canary. `unlisted`: remotes with releases that no document names.
 */
export type ResolvedRegistry = {
  registry: Registry;
  canaries: Readonly<Record<string, { percent: number; entry: RegistryEntry }>>;
  entries: readonly Entry[];
  unlisted: readonly string[];
};

/** A remote that pages can't open. */
export const isLeftOut = ({ channel, reason }: Entry): boolean =>
  channel === 'stable' && (reason?.kind === 'unfit' || reason?.kind === 'gone');

/** What pages of a host get: one release per remote, and its canary. */
export function resolveRegistry(
  { remotes }: RegistryDocument,
  records: ReleaseRecords,
  contract: HostContract,
): ResolvedRegistry {
  const registry: Registry = { version: 1, remotes: {} };
  const canaries: Record<string, { percent: number; entry: RegistryEntry }> = {};
  const entries: Entry[] = [];
  const named = Object.entries(remotes).map(([name, decision]): Remote => ({ name, decision, records, contract }));
  for (const remote of named) {
    const entry = stableEntry(remote);
    entries.push(entry);
    if (entry.release !== null && !isLeftOut(entry)) registry.remotes[remote.name] = entry.release;
  }
  for (const remote of named) {
    const { name, decision } = remote;
    if (decision.canary === undefined) continue;
    const { percent, release } = decision.canary;
    const entry = canaryEntry(remote, release, routedIn({ registry, canaries }));
    entries.push(entry);
    if (entry.release !== null) canaries[name] = { percent, entry: entry.release };
  }
  const unlisted = records.names.filter((name) => !Object.hasOwn(remotes, name));
  return { registry, canaries, entries, unlisted };
}

/** Whatever visitors get, by its remote. */
const routedIn = ({ registry, canaries }: Pick<ResolvedRegistry, 'registry' | 'canaries'>) => [
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
    const { version, isRollBack } = promotion;
    if (isRollBack) versions.splice(Math.max(versions.lastIndexOf(version), 0));
    if (versions.at(-1) !== version) versions.push(version);
  }
  return versions;
}

/** The same for hosts of any contract: a route that a release has for one of them is taken for all. */
export const routedInAll = (document: RegistryDocument, records: ReleaseRecords) =>
  contractsOf(records).flatMap((contract) => routedIn(resolveRegistry(document, records, contract)));

type Remote = { name: string; decision: RemoteDecision; records: ReleaseRecords; contract: HostContract };
type Found = { release: RegistryEntry; reason: null } | { release: RegistryEntry | null; reason: Reason };
const missing = (kind: Reason['kind'], text: string): Found => ({ release: null, reason: { kind, text } });

/** The pin, unless it gives way; else the last promoted release that fits. */
function stableEntry(remote: Remote): Entry {
  const { name, decision, records, contract } = remote;
  const { release: pin, enabled, stopped = false } = decision;
  const of = { name, channel: 'stable' } as const;
  const off: Reason | null =
    enabled && !stopped ? null : { kind: 'off', text: stopped ? 'it is stopped' : 'it is switched off' };
  const pinned = pin === LATEST ? null : fittingEntry(remote, pin);
  if (pinned?.reason === null)
    return { ...of, release: pinned.release, reason: off ?? { kind: 'pinned', text: `it is pinned to ${pin}` } };
  const version = promotedReleases(name, records.promotions, contract).at(-1);
  const found = version === undefined ? noneFits(remote) : fittingEntry(remote, version);
  if (pinned === null) return { ...of, release: found.release, reason: found.reason ?? off };
  const gaveWay = `pin ${pin}: ${pinned.reason.text}`;
  const reason: Reason =
    found.reason === null
      ? { kind: 'gaveWay', text: gaveWay }
      : { ...found.reason, text: `${gaveWay}; ${found.reason.text}` };
  return { ...of, release: found.release, reason };
}

/** @param others whatever visitors get besides */
function canaryEntry(remote: Remote, version: string, others: ReturnType<typeof routedIn>): Entry {
  const { name, decision } = remote;
  const gaveWay = (text: string): Entry => {
    return { name, channel: 'canary', release: null, reason: { kind: 'gaveWay', text: `canary ${version}: ${text}` } };
  };
  if (decision.release !== LATEST) return gaveWay(`it rests while the remote is pinned to ${decision.release}`);
  if (others.some(([of, stable]) => of === name && stable.version === version))
    return gaveWay('everybody gets this release');
  const { release, reason } = fittingEntry(remote, version);
  if (reason !== null) return gaveWay(reason.text);
  const [taken] = routeProblems({ ...release, name }, others);
  return taken === undefined ? { name, channel: 'canary', release, reason: null } : gaveWay(taken);
}

const storedOf = ({ name, records }: Remote, version: string) =>
  records.releases.find((each) => each.name === name && each.version === version);

function fittingEntry(remote: Remote, version: string): Found {
  const stored = storedOf(remote, version);
  const built = stored === undefined ? '' : builtFor(stored);
  return built === '' || compatibility(built, remote.contract) === 'fits'
    ? entryOf(remote, version)
    : missing('unfit', `it is built for contract ${built}, and this host speaks ${textOf(remote.contract)}`);
}

function entryOf(remote: Remote, version: string): Found {
  const { name, decision } = remote;
  const { enabled, stopped = false, release, offText } = decision;
  const stored = storedOf(remote, version);
  if (stored === undefined) return missing('gone', `its release ${version} isn't there: publish it, or name another`);
  if (stored.removedAt != null) return missing('gone', removedText(name, version, stored.removedAt));
  // Hosts of contract 3.0 know no `stopped`: for them it is off.
  const own = {
    enabled: enabled && !stopped,
    stopped,
    ...(offText !== undefined && { offText }),
    pin: release === version ? version : null,
    version,
  };
  const parsed = v.safeParse(registryEntrySchema, { ...stored.description, ...own, entry: addressOf(stored) });
  if (parsed.success) return { release: parsed.output, reason: null };
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole of it'}: ${issue.message}`);
  return missing('gone', `the description of its release ${version} can't be read: ${faults.join('; ')}`);
}

/** With the last promoted release, or the pin. */
function noneFits(remote: Remote): Found {
  const { name, decision, records, contract } = remote;
  if (!records.names.includes(name)) return missing('gone', 'it has no release: publish one');
  const last = records.promotions.findLast((promotion) => promotion.name === name);
  const { release } = entryOf(remote, last?.version ?? decision.release);
  const text =
    last === undefined
      ? 'none of its releases was promoted: pin one'
      : `none of its releases fits this host's contract ${textOf(contract)}; the last, ${last.version}, is built for ${last.contract}`;
  return { release, reason: { kind: 'unfit', text } };
}

/** Why pages can't get a release that operators have removed. */
export const removedText = (name: string, version: string, removedAt: Date): string =>
  `${name} ${version} was removed on ${shanghaiDay(removedAt.getTime())}: publish it again, or name another`;

function addressOf({ baseUrl, description }: StoredRelease): unknown {
  const entry: unknown = Reflect.get(description, 'entry');
  return typeof entry === 'string' && URL.canParse(entry, baseUrl) ? new URL(entry, baseUrl).href : entry;
}
