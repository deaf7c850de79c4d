import type { Configuration } from '../documents/configuration.ts';
import { teamOf, teamsInForce } from '../releases/teams/read-teams.ts';

/** @returns where a team's calls go, with a slash at its end; `null`: no such team, or it has no backend */
export function backendOf(configuration: Configuration, team: string): string | null {
  const backend = teamOf(teamsInForce(configuration), team)?.backend;
  if (!backend) return null;
  // Calls go below the address's path; a query or a password of it is not used.
  const { origin, pathname } = new URL(backend);
  return `${origin}${pathname}${pathname.endsWith('/') ? '' : '/'}`;
}
