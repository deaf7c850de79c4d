import { releaseVersionSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { promotionProblems } from '../publishing/promotion-problems.ts';
import type { ReleaseProblem } from '../publishing/release-problem.ts';
import { decidedOf, LATEST, type RegistryDocument, type RemoteDecision } from '../registry/registry-document.ts';
import { pinnedBy } from '../registry/registry-history.ts';
import { listReleases, readStoredRelease, type ReleaseRow } from '../registry/releases.ts';
import type { Services } from '../services.ts';
import { notIts, ownershipProblems } from './ownership-problems.ts';
import { lockTeams, teamOf } from './read-teams.ts';
import { type TeamKey, teamKeyProblems } from './team-key-problems.ts';
import { TeamRefused } from './team-refused.ts';

type Asked = { by: TeamKey; name: string };

/** As team and key are in this transaction. @throws TeamRefused unless the remote is the team's */
export async function requireOwn({ by, name }: Asked, transaction: Queries): Promise<void> {
  const team = teamOf(await lockTeams(transaction), by.team);
  const keyProblems = await teamKeyProblems(transaction, team, by);
  if (team === null || keyProblems.length > 0) throw new TeamRefused(keyProblems, by);
  if (!team.remotes.includes(name)) throw new TeamRefused([notIts(name, team)], by);
}

/** Of a remote whose release the team may choose; `null`: it isn't listed. @throws TeamRefused */
export async function ownDecision(
  { by, name }: Asked,
  document: RegistryDocument,
  transaction: Queries,
): Promise<RemoteDecision | null> {
  await requireOwn({ by, name }, transaction);
  const decision = decidedOf(name, document);
  if (decision === null || decision.release === LATEST) return decision;
  const who = (await pinnedBy(transaction, name)) ?? 'an operator';
  const text = `${name} is pinned to ${decision.release} by ${who}. Ask them to let it move: ops pin ${name} none`;
  throw new TeamRefused([{ kind: 'pinned', text }], by, { name });
}

/** Since it was published, others may have taken its routes, and operators its origin or the name's team. */
export async function ownReleaseProblems(
  stored: ReleaseRow,
  by: TeamKey,
  document: RegistryDocument,
  transaction: Queries,
  { settings, environment }: Pick<Services, 'settings' | 'environment'>,
): Promise<ReleaseProblem[]> {
  const { release, problems } = await promotionProblems(stored, document, transaction, settings.current());
  if (release === null) return problems;
  const { baseUrl } = stored;
  const team = teamOf(await lockTeams(transaction), by.team);
  const isUploaded = new URL(baseUrl).origin === environment.PUBLIC_RELEASES_ORIGIN;
  return [...ownershipProblems({ release, baseUrl, isUploaded }, team, team), ...problems];
}

/** Whether a version is a release of the remote; the reason says which are there. */
export async function readOwnRelease(
  { name, version }: { name: string; version: string },
  transaction: Queries,
): Promise<ReleaseRow | ReleaseProblem> {
  const stored = v.is(releaseVersionSchema, version) ? await readStoredRelease(transaction, { name, version }) : null;
  if (stored !== null) return stored;
  const versions = (await listReleases(transaction, name)).slice(0, 10).map((release) => release.version);
  const there = versions.join(', ') || 'none';
  return { kind: 'noRelease', text: `${name} has no release ${version}; publish it first. There: ${there}.` };
}
