import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { type ReleaseOrigin, serveRelease } from '../../testing/release-origin.ts';
import { descriptionAt, makeTeamKey, sendAsTeam, type TeamSigner } from '../../testing/teams.ts';
import { longLimits, startTestServer, type TestServer } from '../../testing/test-server.ts';

const postgres = await startPostgres();
const servers: TestServer[] = [];
const origins: ReleaseOrigin[] = [];
const names = ['same', 'routes', 'other-routes', 'late'];
const team = 'picnic';
let key: TeamSigner;

beforeAll(async () => {
  if (postgres === null) return;
  const variables = { ...longLimits, DATABASE_URL: await postgres.database('teams') };
  servers.push(await startTestServer(variables), await startTestServer(variables));
  key = await makeTeamKey();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  origins.forEach((origin) => origin.close());
  await postgres?.stop();
});

const serverAt = (index: 0 | 1): TestServer => {
  const server = servers[index];
  if (server === undefined) throw new Error('Two processes run.');
  return server;
};
const ask = async (index: 0 | 1, request: object) =>
  (await askOperator(join(serverAt(index).folder, 'operator.sock'), request))[0];

async function serve(name: string, how: Parameters<typeof serveRelease>[0] = {}): Promise<ReleaseOrigin> {
  const description = { name, version: '1.0.0', routes: [{ path: `/${name}` }], calls: [], ...how.description };
  const origin = await serveRelease({ ...how, description });
  origins.push(origin);
  return origin;
}
async function register() {
  const fields = { name: team, remotes: names, origins: origins.map(({ origin }) => origin), by: '王梅' };
  const isThere = (await ask(0, { command: 'team show', name: team }))?.ok === true;
  const request = isThere
    ? { command: 'team set', ...fields }
    : { command: 'team add', ...fields, backend: null, key: key.publicKey };
  expect(await ask(0, request)).toMatchObject({ ok: true });
  const known = () => serverAt(1).services.configuration.current('teams').document;
  await expect.poll(known, { timeout: 5_000 }).toBe(serverAt(0).services.configuration.current('teams').document);
}
async function publish(index: 0 | 1, { address }: ReleaseOrigin) {
  const fields = { release: await descriptionAt(address), baseUrl: address };
  return sendAsTeam(serverAt(index).url, { team, key }, 'publish', fields);
}

describe.skipIf(postgres === null)('a team on two processes with one PostgreSQL', () => {
  it('publishes one of two builds under one version, and the same build once', async () => {
    const builds = [await serve('same'), await serve('same', { description: { title: '另一个' } })] as const;
    await register();
    const answers = await Promise.all([publish(0, builds[0]), publish(1, builds[1])]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    const winner = answers[0].code === 0 ? builds[0] : builds[1];
    const again = await Promise.all([publish(0, winner), publish(1, winner)]);
    expect(again).toMatchObject([{ data: { outcome: 'unchanged' } }, { data: { outcome: 'unchanged' } }]);
    expect((await ask(1, { command: 'releases', name: 'same' }))?.data).toHaveLength(1);
  });

  it('publishes one of two remotes that have the same route', async () => {
    const routes = [{ path: '/one-route' }];
    const rivals = [
      await serve('routes', { description: { routes } }),
      await serve('other-routes', { description: { routes } }),
    ] as const;
    await register();
    const answers = await Promise.all([publish(0, rivals[0]), publish(1, rivals[1])]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 400]);
    expect(answers.map(({ msg }) => msg).join()).toMatch(/its route \/one-route belongs to (?:other-)?routes/);
  });

  it('is refused where its key is revoked in the other process in mid-publish', async () => {
    const late = await serve('late', {
      answers: {
        'assets/style-1.css': (response) =>
          void ask(1, { command: 'team key revoke', name: team, keyId: key.keyId, by: '王梅' }).then(() =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.a{}'),
          ),
      },
    });
    await register();
    expect(await publish(0, late)).toMatchObject({ code: 401, msg: expect.stringContaining('was revoked') });
    expect(await publish(0, late)).toMatchObject({ code: 401 });
    expect((await ask(0, { command: 'releases', name: 'late' }))?.ok).toBe(false);
  });
});
