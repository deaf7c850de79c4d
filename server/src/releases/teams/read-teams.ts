import type { Configuration } from '../../documents/configuration.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { type Team, type TeamsDocument, teamsDocumentSchema } from '../../documents/teams-document.ts';
import { lockLatest } from '../../documents/versions.ts';
import type { Queries } from '../../database/database.ts';

export type Teams = TeamsDocument['teams'];
export type NamedTeam = Team & { name: string };

/** As this process knows them; a change made elsewhere arrives within seconds. */
export const teamsInForce = (configuration: Configuration): Teams =>
  documentOf(teamsDocumentSchema, configuration.current('teams')).teams;

/** As they are now. Until the transaction ends no operator can change them. */
export const lockTeams = async (transaction: Queries): Promise<Teams> =>
  documentOf(teamsDocumentSchema, await lockLatest(transaction, 'teams')).teams;

export function teamOf(teams: Teams, name: string): NamedTeam | null {
  const team = Object.hasOwn(teams, name) ? teams[name] : undefined;
  return team === undefined ? null : { ...team, name };
}

/** The team that holds the name of a remote. */
export function holderOf(teams: Teams, remote: string): NamedTeam | null {
  const held = Object.entries(teams).find(([, { remotes }]) => remotes.includes(remote));
  return held === undefined ? null : { ...held[1], name: held[0] };
}
