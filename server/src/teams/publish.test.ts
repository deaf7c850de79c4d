import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { type ReleaseOrigin, type Served, serveRelease } from '../testing/release-origin.ts';
import { descriptionAt, makeTeamKey, sendAsTeam, type TeamSigner } from '../testing/teams.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
/** Each test has a team of its own, with one remote of the same name. */
let team: string;
let key: TeamSigner;
let tests = 0;
const origins: ReleaseOrigin[] = [];
const by = { by: '王梅', why: 'a test' };
const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];

beforeAll(async () => {
  server = await startTestServer({ ADDRESS_LIMIT_PER_MINUTE: '100000' });
});
afterAll(() => server.close());
afterEach(() => origins.splice(0).forEach((origin) => origin.close()));

async function serve(how: Served = {}): Promise<ReleaseOrigin> {
  const calls = [`/team/${team}/tips`];
  const description = { name: team, version: '1.0.0', routes: [{ path: `/${team}` }], calls, ...how.description };
  const origin = await serveRelease({ ...how, description });
  origins.push(origin);
  return origin;
}

async function addTeam(fields: object = {}): Promise<void> {
  tests += 1;
  team = `picnic-${tests}`;
  key = await makeTeamKey();
  const added = { name: team, remotes: [team], origins: [], backend: null, publicKey: key.publicKey, ...fields };
  expect(await ask({ command: 'teams.add', ...added, ...by })).toMatchObject({ ok: true });
}
const setTeam = (fields: object) => ask({ command: 'teams.set', name: team, ...fields, ...by });

/** Serves a release on an origin of the team. */
async function serveOwn(how: Served = {}): Promise<ReleaseOrigin> {
  const served = await serve(how);
  await setTeam({ origins: origins.map(({ origin }) => origin) });
  return served;
}

async function publish({ address }: ReleaseOrigin, fields: object = {}) {
  const release = await descriptionAt(address);
  return sendAsTeam(server.url, { team, key }, 'publish', { release, baseUrl: address, ...fields });
}
const lines = () => server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
const lastLine = () => lines().findLast(({ event }) => event === 'teamRequest');

describe('POST /publish', () => {
  it('fetches a release from an origin of the team, and gives it to pages', async () => {
    await addTeam();
    const served = await serveOwn();
    expect(await publish(served, { why: 'the first' })).toMatchObject({
      code: 0,
      data: {
        name: team,
        version: '1.0.0',
        outcome: 'published',
        promoted: true,
        inForce: '1.0.0',
        pinned: false,
        baseUrl: served.address,
        files: 3,
      },
    });
    expect([...served.origins]).toContain('https://host.example');
    expect(await ask({ command: 'registry.history', name: team })).toMatchObject({
      data: [{}, { change: 'published 1.0.0', by: `${team}/${key.keyId}`, way: 'team', why: 'the first' }],
    });
    expect(await publish(served)).toMatchObject({ code: 0, data: { outcome: 'unchanged', promoted: false } });
    expect(lastLine()).toMatchObject({ action: 'publish', outcome: 'unchanged', team, keyId: key.keyId, name: team });
    expect(server.logged.join('')).not.toContain(key.publicKey);
  });
});
