import type { Release } from '@fridge/shared-contracts/team';
import type { TeamKey } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import { ownershipProblems } from '../teams/ownership-problems.ts';
import { holderOf, lockTeams, type NamedTeam, teamOf } from '../teams/read-teams.ts';
import { teamKeyProblems } from '../teams/team-key-problems.ts';
import type { ReleaseProblem } from '../release-refused.ts';

/** The teams as they are at the commit: a key may be revoked, or a name taken away, while files are fetched. */
export async function readOwnership(
  transaction: Queries,
  { release, baseUrl, isUploaded = false }: { release: Release; baseUrl: string; isUploaded?: boolean },
  team: TeamKey | undefined,
): Promise<{ holder: NamedTeam | null; problems: ReleaseProblem[] }> {
  const teams = await lockTeams(transaction);
  const holder = holderOf(teams, release.name);
  const publisher = team === undefined ? null : teamOf(teams, team.team);
  const keyProblems = team === undefined ? [] : await teamKeyProblems(transaction, publisher, team);
  const owned = { release, baseUrl, isUploaded };
  const problems = keyProblems.length > 0 ? keyProblems : ownershipProblems(owned, holder, publisher);
  return { holder, problems };
}
