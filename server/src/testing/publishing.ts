import { join } from 'node:path';
import type { TeamAction } from '@fridge/shared-contracts/team';
import { askOperator } from './operator.ts';
import { type ReleaseOrigin, type Served, serveRelease } from './release-origin.ts';
import { descriptionAt, makeTeamKey, sendAsTeam } from './teams.ts';
import { startTestServer } from './test-server.ts';

/** The operator of `ask`. */
export const by = { by: '王梅', why: 'a test' };

export type PublishingTeam = Awaited<ReturnType<Awaited<ReturnType<typeof startPublishing>>['addTeam']>>;

/** A server for teams that publish from origins of their own. */
export async function startPublishing() {
  const server = await startTestServer({ ADDRESS_LIMIT_PER_MINUTE: '100000' });
  const origins: ReleaseOrigin[] = [];
  let teams = 0;

  const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];

  return {
    server,
    ask,

    /** What the log says of the last request of a team. */
    lastLine(): Record<string, unknown> | undefined {
      const lines = server.logged.map((line): Record<string, unknown> => JSON.parse(line));
      return lines.findLast(({ event }) => event === 'teamRequest');
    },

    /** A team with one remote of the same name. */
    async addTeam() {
      teams += 1;
      const name = `picnic-${teams}`;
      const key = await makeTeamKey();
      const own: string[] = [];
      const set = (fields: object) => ask({ command: 'team set', name, ...fields, ...by });
      const send = (action: TeamAction, fields: object) => sendAsTeam(server.url, { team: name, key }, action, fields);
      /** Serves a release on an origin of nobody. */
      const serve = async (how: Served = {}): Promise<ReleaseOrigin> => {
        const calls = [`/team/${name}/tips`];
        const description = { name, version: '1.0.0', routes: [{ path: `/${name}` }], calls, ...how.description };
        const origin = await serveRelease({ ...how, description });
        origins.push(origin);
        return origin;
      };
      /** Serves a release on an origin of the team. */
      const serveOwn = async (how: Served = {}): Promise<ReleaseOrigin> => {
        const served = await serve(how);
        own.push(served.origin);
        await set({ origins: own });
        return served;
      };
      const publish = async ({ address }: ReleaseOrigin, fields: object = {}) =>
        send('publish', { release: await descriptionAt(address), baseUrl: address, ...fields });
      const promote = (version: string, fields: object = {}) => send('promote', { name, version, ...fields });
      const rollBack = (fields: object = {}) => send('rollback', { name, ...fields });

      const added = { remotes: [name], origins: [], backend: null, key: key.publicKey };
      const answer = await ask({ command: 'team add', name, ...added, ...by });
      if (answer?.ok !== true) throw new Error(answer?.error);
      return { name, key, set, send, serve, serveOwn, publish, promote, rollBack };
    },

    async close() {
      origins.forEach((origin) => origin.close());
      await server.close();
    },
  };
}
