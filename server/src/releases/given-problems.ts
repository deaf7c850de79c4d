import { contractText } from '@fridge/shared-contracts';
import { compatibility, contractVersion, type RegistryEntry } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema, sizeText } from '@fridge/shared-contracts/team';
import { and, inArray, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { TeamKey } from '../commands/actor.ts';
import { Refused } from '../commands/refused.ts';
import type { Queries } from '../database/database.ts';
import { differences } from '../documents/documents.ts';
import type { Services } from '../program/services.ts';
import { countUploaded } from './file-store.ts';
import { droppedPaths, placeProblems, routeProblems } from './publish/place-problems.ts';
import { registryDocumentSchema } from './registry/registry-document.ts';
import { readRecords, readStoredRelease } from './registry/releases.ts';
import { removedText, resolveRegistry, routedInAll } from './registry/resolve-registry.ts';
import { parseJson } from '../storage/text.ts';
import type { ReleaseProblem } from './release-refused.ts';
import { releases } from './tables.ts';
import { ownershipProblems } from './teams/ownership-problems.ts';
import { holderOf, lockTeams, type NamedTeam, teamOf } from './teams/read-teams.ts';
import { teamKeyProblems } from './teams/team-key-problems.ts';

type Owned = { release: Pick<Release, 'name' | 'calls'>; baseUrl: string; isUploaded?: boolean };

/**
 * Whether a release is its publisher's. The teams as they are at the commit: a key may be revoked, or a name taken
 * away, while files are fetched.
 */
export async function readOwnership(
  transaction: Queries,
  { release, baseUrl, isUploaded = false }: Owned,
  by: TeamKey | undefined,
): Promise<{ holder: NamedTeam | null; problems: ReleaseProblem[] }> {
  const teams = await lockTeams(transaction);
  const holder = holderOf(teams, release.name);
  const publisher = by === undefined ? null : teamOf(teams, by.team);
  const keyProblems = by === undefined ? [] : await teamKeyProblems(transaction, publisher, by);
  const owned = { release, baseUrl, isUploaded };
  return { holder, problems: keyProblems.length > 0 ? keyProblems : ownershipProblems(owned, holder, publisher) };
}

const GIB = 1024 ** 3;
/** `versions`: releases that weren't removed, wherever they are served. `bytes`: of uploaded ones, in the store. */
const quotas = {
  ofTeam: { versions: 2_000, bytes: 4 * GIB },
  ofAll: { versions: 20_000, bytes: 64 * GIB },
} as const;

type Quota = { versions: number; bytes: number };

type Added = { team: { name: string; remotes: readonly string[] } | null; bytes: number; isNew: boolean };

/**
 * Whether there is room for a release, or for more files of one.
 * @param team with its remotes; `null`: an operator publishes under a name that no team holds
 * @param bytes of the files that are stored for it
 * @param isNew not one of the releases that count already
 */
export async function quotaProblems(
  queries: Queries,
  { team, bytes, isNew }: Added,
  { ofTeam, ofAll }: { ofTeam: Quota; ofAll: Quota } = quotas,
): Promise<ReleaseProblem[]> {
  const todo = 'Ask operators to remove releases that nobody needs: ops releases remove NAME VERSION';
  const problemsOf = async (who: string, quota: Quota, remotes?: readonly string[]): Promise<ReleaseProblem[]> => {
    const named = remotes && inArray(releases.name, [...remotes]);
    const versions = isNew ? await queries.$count(releases, and(isNull(releases.removedAt), named)) : 0;
    const stored = bytes === 0 ? 0 : (await countUploaded(queries, remotes)).bytes;
    return [
      versions < quota.versions ? '' : `${who} ${quota.versions} releases, as many as it may have. ${todo}`,
      stored + bytes <= quota.bytes
        ? ''
        : `${who} files of ${sizeText(stored)}, and may have ${sizeText(quota.bytes)}. ${todo}`,
    ].flatMap((text) => (text === '' ? [] : { kind: 'size', text }));
  };
  const own = team === null ? [] : await problemsOf(`${team.name} has`, ofTeam, team.remotes);
  return [...own, ...(await problemsOf('this server has', ofAll))];
}

/** `entry`: what visitors get of it now. `mayDrop`: its paths that may go; absent: any. */
type Given = {
  name: string;
  version: string;
  entry: RegistryEntry | undefined;
  others: ReturnType<typeof routedInAll>;
  team: TeamKey | undefined;
  mayDrop: readonly string[] | undefined;
};

/**
 * Why a stored release can't be given to pages. Since it was published its files may have gone, the host may speak
 * another contract, others may have taken its routes, and operators its origin or the name's team; users may have got
 * routes that it lacks.
 */
export async function givenProblems(
  { name, version, entry, others, team, mayDrop }: Given,
  transaction: Queries,
  { settings, environment }: Pick<Services, 'settings' | 'environment'>,
): Promise<ReleaseProblem[]> {
  const stored = await readStoredRelease(transaction, { name, version });
  if (stored === null) return [];
  const { description, baseUrl, removedAt } = stored;
  const parsed = v.safeParse(releaseSchema, description);
  if (!parsed.success)
    return [{ kind: 'description', text: "this host can't read the description of that release. Publish a new one." }];
  const release = parsed.output;
  const isUploaded = new URL(baseUrl).origin === environment.PUBLIC_RELEASES_ORIGIN;
  const owned = { release, baseUrl, isUploaded };
  const fit = compatibility(release.contract);
  const text = `it is built for contract ${release.contract}, and this host speaks ${contractText}. Publish a new release.`;
  return [
    ...(team === undefined ? [] : (await readOwnership(transaction, owned, team)).problems),
    ...(removedAt === null ? [] : [{ kind: 'noRelease' as const, text: `${removedText(name, version, removedAt)}.` }]),
    ...(fit === 'fits' || fit === 'tooNew' ? [] : [{ kind: 'contract' as const, text }]),
    ...placeProblems(release, others, settings.current()),
    ...(mayDrop === undefined ? [] : droppedPaths(release, entry, mayDrop)),
  ];
}

/**
 * Whether pages get what a change of the document decides: its releases may be gone or never have been, and their
 * routes another remote's. What they don't get before the change either isn't its fault.
 * @throws Refused
 */
export async function requireGiven({ before, after }: { before: string; after: string }, transaction: Queries) {
  const changes = differences(parseJson(before), parseJson(after));
  const names = new Set(changes.map(({ path }) => /^remotes\.([^.]+)/.exec(path)?.[1]));
  const former = await missedByPages(before, names, transaction);
  const missed = [...(await missedByPages(after, names, transaction))].filter((text) => !former.has(text));
  if (missed.length > 0)
    throw new Refused(
      missed.map((text) => ({ text })),
      { lead: 'Pages would not get it: ' },
    );
}

/** Nothing of a document that doesn't fit, which is refused for that. */
async function missedByPages(document: string, names: ReadonlySet<string | undefined>, transaction: Queries) {
  const parsed = v.safeParse(registryDocumentSchema, parseJson(document));
  if (!parsed.success) return new Set<string>();
  const registry = parsed.output;
  const records = await readRecords(transaction, registry);
  const given = routedInAll(registry, records);
  const problems = [
    ...resolveRegistry(registry, records, contractVersion).entries.flatMap(({ name, reason }) =>
      reason === null || reason.kind === 'off' || reason.kind === 'pinned' ? [] : [[name, reason.text] as const],
    ),
    ...given.flatMap(([name, { routes, redirects }]) =>
      routeProblems({ name, routes, redirects }, given).map((text) => [name, text] as const),
    ),
  ];
  return new Set(problems.flatMap(([name, text]) => (names.has(name) ? `${name}: ${text}` : [])));
}
