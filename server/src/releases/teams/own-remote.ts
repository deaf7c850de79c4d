import type { TeamKey } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import { decidedOf, LATEST, type RegistryDocument } from '../registry/registry-document.ts';
import { pinnedBy } from '../read-decided.ts';
import { ReleaseRefused } from '../release-refused.ts';
import { notIts } from './ownership-problems.ts';
import { lockTeams, teamOf } from './read-teams.ts';
import { teamKeyProblems } from './team-key-problems.ts';

/** As team and key are in this transaction. @throws ReleaseRefused if a team asks, and the remote isn't its own */
export async function requireOwn(by: TeamKey | undefined, name: string, transaction: Queries): Promise<void> {
  if (by === undefined) return;
  const team = teamOf(await lockTeams(transaction), by.team);
  const keyProblems = await teamKeyProblems(transaction, team, by);
  if (team === null || keyProblems.length > 0) throw new ReleaseRefused(keyProblems);
  if (!team.remotes.includes(name)) throw new ReleaseRefused([notIts(name, team)]);
}

/** Whether a team may choose the remote's release. @throws ReleaseRefused */
export async function requireFree(
  by: TeamKey | undefined,
  name: string,
  document: RegistryDocument,
  transaction: Queries,
): Promise<void> {
  await requireOwn(by, name, transaction);
  const { release = LATEST } = decidedOf(name, document) ?? {};
  if (by === undefined || release === LATEST) return;
  const who = (await pinnedBy(transaction, name)) ?? 'an operator';
  const text = `${name} is pinned to ${release} by ${who}. Ask them to let it move: ops pin ${name} none`;
  throw new ReleaseRefused([{ kind: 'pinned', text }], { about: { name } });
}
