import type { Queries } from '../../database/database.ts';
import { decidedOf, LATEST, type RegistryDocument } from '../registry/registry-document.ts';
import { pinnedBy } from '../registry/pinned-by.ts';
import { ReleaseRefused } from '../release-refused.ts';
import { notIts } from './ownership-problems.ts';
import { lockTeams, teamOf } from './read-teams.ts';
import { type TeamKey, teamKeyProblems } from './team-key-problems.ts';

type Asked = { by: TeamKey; name: string };

/** As team and key are in this transaction. @throws ReleaseRefused unless the remote is the team's */
export async function requireOwn({ by, name }: Asked, transaction: Queries): Promise<void> {
  const team = teamOf(await lockTeams(transaction), by.team);
  const keyProblems = await teamKeyProblems(transaction, team, by);
  if (team === null || keyProblems.length > 0) throw new ReleaseRefused(keyProblems);
  if (!team.remotes.includes(name)) throw new ReleaseRefused([notIts(name, team)]);
}

/** Whether the team may choose the remote's release. @throws ReleaseRefused */
export async function requireFree(asked: Asked, document: RegistryDocument, transaction: Queries): Promise<void> {
  const { name } = asked;
  await requireOwn(asked, transaction);
  const { release = LATEST } = decidedOf(name, document) ?? {};
  if (release === LATEST) return;
  const who = (await pinnedBy(transaction, name)) ?? 'an operator';
  const text = `${name} is pinned to ${release} by ${who}. Ask them to let it move: ops pin ${name} none`;
  throw new ReleaseRefused([{ kind: 'pinned', text }], { about: { name } });
}
