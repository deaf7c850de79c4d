import type { TeamKey } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import type { ReleaseProblem } from '../release-refused.ts';
import type { NamedTeam } from './read-teams.ts';
import { revokedOf } from './team-keys.ts';

/** Whether a team may act by this key. @param team `null`: operators have none of that name */
export async function teamKeyProblems(
  queries: Queries,
  team: NamedTeam | null,
  { team: name, keyId }: TeamKey,
): Promise<ReleaseProblem[]> {
  const ask = 'Ask the operators of this server';
  if (team === null) {
    return [{ kind: 'team', text: `This server has no team "${name}". ${ask} to add it: ops team add ${name}` }];
  }
  const revoked = await revokedOf(queries, [keyId]);
  if (revoked.has(keyId)) {
    const text = `The key ${keyId} of ${name} was revoked. Make another (remote-kit key), and ask operators to add it.`;
    return [{ kind: 'key', text }];
  }
  if (team.keys.some(({ id }) => id === keyId)) return [];
  return [{ kind: 'key', text: `${name} has no key ${keyId}. ${ask} to add it: ops team key add ${name} PUBLICKEY` }];
}
