import type { Configuration } from '../documents/configuration.ts';
import { documentOf } from '../documents/fault-lines.ts';
import { type TeamsDocument, teamsDocumentSchema } from '../documents/teams-document.ts';

/** @returns where a team's calls go, with a slash at its end; `null`: no such team, or it has no backend */
export function createBackendLookup(configuration: Configuration): (team: string) => string | null {
  let read: { serial: number; teams: TeamsDocument['teams'] } | null = null;
  return (team) => {
    const version = configuration.current('teams');
    if (read?.serial !== version.serial)
      read = { serial: version.serial, teams: documentOf(teamsDocumentSchema, version).teams };
    const backend = Object.hasOwn(read.teams, team) ? read.teams[team]?.backend : undefined;
    return backend ? baseOf(backend) : null;
  };
}

/** Calls go below the address's path; a query or a password of it is not used. */
function baseOf(backend: string): string {
  const { origin, pathname } = new URL(backend);
  return `${origin}${pathname}${pathname.endsWith('/') ? '' : '/'}`;
}
