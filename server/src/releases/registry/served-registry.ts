import {
  contractVersion,
  type HostContract,
  parseContract,
  type Registry,
  type RegistryEntry,
  type Switches,
  switchStateOf,
} from '@fridge/shared-contracts/page';
import type { Configuration } from '../../documents/configuration.ts';
import { type Content, contentOf } from '../../host-origin/content.ts';
import { recentlyUsed } from '../../bounds/recently-used.ts';
import { discoveryOf } from './discovery.ts';
import type { RegistryDocument } from './registry-document.ts';
import {
  contractsOf,
  type Entry,
  isLeftOut,
  type ReleaseRecords,
  type ResolvedRegistry,
  resolveRegistry,
  textOf,
} from './resolve-registry.ts';
import { bucketOf, type createVisitors } from '../../visits/visitor.ts';

/**
 * Of this program's host, and of the hosts before and after it: their pages ask this process too during a deployment.
 */
export const servedContracts: readonly HostContract[] = [
  contractVersion,
  { major: contractVersion.major - 1, minor: Number.MAX_SAFE_INTEGER },
  { major: contractVersion.major + 1, minor: Number.MAX_SAFE_INTEGER },
];

/** For which host `/remotes.json` is asked. @returns `null` unless the address says a contract */
export const askedContract = (url: string): HostContract | null =>
  parseContract(new URLSearchParams(/\?.*/.exec(url)?.[0]).get('contract') ?? '');

/** A remote that pages can't open. `release`: by which they say so. */
type LeftOut = Pick<Entry, 'name' | 'release'>;

export type ServedContent = Content & {
  registry: Registry;
  leftOut: readonly LeftOut[];
  /** What pages can read of it: with the releases that they refuse. `isWhole`: no entry is missing. */
  known: { remotes: Record<string, RegistryEntry>; isWhole: boolean };
  /** Where its releases are served. */
  origins: readonly string[];
};

/** `visitor`: a tag; without one pages get no canary. `contract`: of the page's host, by default this program's. */
type AskedRegistry = { visitor?: string | null; contract?: HostContract };

/** What pages get now; both forms tell of the same. */
export type ServedRegistry = {
  current(asked?: AskedRegistry): ServedContent;
  /** For other programs, of all visitors. */
  discovery(): Content;
  /** For open pages, of all visitors and of the hosts whose pages may be open (`SWITCHES_PATH`). */
  switches(notice: string | null): Content;
};

/** What the host's origin gives its visitors. */
export type RegistrySource = {
  /** Without `discovery` there is no `/discovery.json`; default of `switches`: of what everybody gets. */
  registry: Pick<ServedRegistry, 'current'> & Partial<ServedRegistry>;
  /** Default: every page gets the stable releases. */
  visitors?: ReturnType<typeof createVisitors>;
  /** Looked at once more for a release that another process may have shown. */
  configuration?: Pick<Configuration, 'look'>;
};

/** Of sets of canaries and contracts in use at a time: those of eight canaries, or of six and four contracts. */
const KEPT_VARIANTS = 256;

/** One state of document and releases, for each visitor and each host. */
export function createServedRegistry(document: RegistryDocument, records: ReleaseRecords): ServedRegistry {
  const contracts = contractsOf(records);
  const resolved = new Map<string, ResolvedRegistry>();
  const variants = recentlyUsed<ServedContent>(KEPT_VARIANTS);
  let discovery: Content | undefined;
  const switches = recentlyUsed<Content>(1);

  const resolvedFor = (asked: HostContract): ResolvedRegistry => {
    const contract = knownContract(asked, contracts);
    const key = textOf(contract);
    const known = resolved.get(key) ?? resolveRegistry(document, records, contract);
    resolved.set(key, known);
    return known;
  };
  return {
    current({ visitor = null, contract = contractVersion } = {}) {
      const { registry, canaries, entries } = resolvedFor(contract);
      const chosen = visitor === null ? {} : canariesOf(visitor, canaries);
      const key = [textOf(knownContract(contract, contracts)), ...Object.keys(chosen)].join(' ');
      return variants.getOrMake(key, () => {
        const remotes = { ...registry.remotes, ...chosen };
        const leftOut = entries.filter((entry) => isLeftOut(entry) && !Object.hasOwn(remotes, entry.name));
        return servedContent({ ...registry, remotes }, leftOut);
      });
    },
    discovery: () =>
      (discovery ??= contentOf(`${JSON.stringify(discoveryOf(resolvedFor(contractVersion)), null, 2)}\n`)),
    switches: (notice) =>
      switches.getOrMake(notice ?? '', () => switchesOf(document.remotes, servedContracts.map(resolvedFor), notice)),
  };
}

/** The last known contract that such a host speaks as well, which has the same releases; 0.0 has none. */
function knownContract(asked: HostContract, contracts: readonly HostContract[]): HostContract {
  const spoken = contracts.filter(({ major, minor }) => major === asked.major && minor <= asked.minor);
  return spoken.toSorted((left, right) => right.minor - left.minor)[0] ?? { major: 0, minor: 0 };
}

function canariesOf(visitor: string, canaries: ResolvedRegistry['canaries']): Record<string, RegistryEntry> {
  const chosen = Object.entries(canaries).filter(([name, { percent }]) => bucketOf(visitor, name) < percent);
  return Object.fromEntries(chosen.map(([name, { entry }]) => [name, entry]));
}

/**
 * `/remotes.json`, and what pages are made of. Of a remote that can't be opened pages get a release that they refuse,
 * or the name alone, so that its address says so, and offers a retry.
 */
export function servedContent(registry: Registry, leftOut: readonly LeftOut[] = []): ServedContent {
  const { version } = registry;
  const refused = Object.fromEntries(leftOut.flatMap(({ name, release }) => (release ? [[name, release]] : [])));
  const known = { ...registry.remotes, ...refused };
  const unreadable = leftOut.filter(({ name }) => !Object.hasOwn(known, name)).map(({ name }) => [name, {}]);
  const remotes: Record<string, object> = { ...known, ...Object.fromEntries(unreadable) };
  const text = `${JSON.stringify({ version, remotes }, null, 2)}\n`;
  return {
    registry,
    leftOut,
    known: { remotes: known, isWhole: unreadable.length === 0 },
    origins: [...new Set(Object.values(registry.remotes).map(({ entry }) => new URL(entry).origin))],
    ...contentOf(text),
  };
}

/**
 * `/switches.json`.
 * @param remotes with their switches
 * @param resolved for each host whose pages may be open: their stable releases and canaries are in force
 * @param notice what operators say to everybody now
 */
export function switchesOf(
  remotes: (RegistryDocument | Registry)['remotes'],
  resolved: readonly Pick<ResolvedRegistry, 'registry' | 'canaries'>[],
  notice: string | null,
): Content {
  const switches = Object.entries(remotes).map(([name, decision]): [string, Switches['remotes'][string]] => {
    const entries = resolved.flatMap(({ registry, canaries }) => [registry.remotes[name], canaries[name]?.entry]);
    const releases = new Set(entries.flatMap((entry) => entry?.version ?? []));
    const { offText } = decision;
    const told = offText === undefined ? {} : { offText };
    return [name, { state: switchStateOf(decision), releases: [...releases], ...told }];
  });
  const told = { remotes: Object.fromEntries(switches), ...(notice !== null && { notice }) } satisfies Switches;
  return contentOf(JSON.stringify(told));
}
