import { documentText } from '../documents/documents.ts';
import type { TeamsDocument } from '../documents/teams-document.ts';
import type { TestServer } from './test-server.ts';

/** Registers these backends, by team, in place of all teams. */
export async function registerBackends(
  { services }: Pick<TestServer, 'services'>,
  backends: Readonly<Record<string, string | null>>,
): Promise<void> {
  const teams: TeamsDocument['teams'] = Object.fromEntries(
    Object.entries(backends).map(([team, backend]) => [team, { remotes: [], origins: [], backend, keys: [] }]),
  );
  await services.configuration.change('teams', { by: 'test', why: '', way: 'command' }, () => documentText({ teams }));
}
