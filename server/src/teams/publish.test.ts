import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { type ReleaseOrigin, type Served, serveRelease } from '../testing/release-origin.ts';
import { descriptionAt, makeTeamKey, sendAsTeam, type TeamSigner } from '../testing/teams.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadedReleases } from '../uploaded-releases/tables.ts';

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

  it('changes nothing in a dry run', async () => {
    await addTeam();
    const served = await serveOwn();
    expect(await publish(served, { dryRun: true })).toMatchObject({
      code: 0,
      data: { outcome: 'published', inForce: '1.0.0' },
    });
    expect(await ask({ command: 'registry.releases', name: team })).toMatchObject({ ok: false });
  });

  it('moves with its team, from one of its origins to another', async () => {
    await addTeam();
    await publish(await serveOwn());
    const next = await serveOwn();
    expect(await publish(next)).toMatchObject({ data: { outcome: 'moved', promoted: false, baseUrl: next.address } });
    expect(await publish(await serveOwn({ description: { version: '1.1.0' } }))).toMatchObject({
      data: { outcome: 'published', inForce: '1.1.0' },
    });
  });

  it('registers a release that waits, and keeps a switch and a pin of operators', async () => {
    await addTeam();
    await publish(await serveOwn());
    const next = await serveOwn({ description: { version: '1.1.0' } });
    expect(await publish(next, { promote: false })).toMatchObject({ data: { promoted: false, inForce: '1.0.0' } });
    await ask({ command: 'registry.switch', name: team, enabled: false, ...by });
    await ask({ command: 'registry.pin', name: team, release: '1.0.0', ...by });
    expect(await publish(next, { promote: true })).toMatchObject({
      data: { promoted: true, inForce: '1.0.0', pinned: true },
    });
    expect(await ask({ command: 'teams.show', name: team })).toMatchObject({
      data: { remotes: [{ name: team, version: '1.0.0', pinned: true, enabled: false }] },
    });
  });

  it('refuses with every reason at once', async () => {
    await addTeam();
    await publish(await serveOwn());
    const other = team;
    await addTeam();
    const served = await serveOwn({
      description: {
        routes: [{ path: '/share' }, { path: `/${other}` }, { path: `/${team}`, window: 'summer' }],
        calls: [`/team/${other}/tips`, 'setting:isDirct'],
        contract: '1.0',
      },
      contents: { 'assets/chunk-1.js': 'let wrong = ;', 'remoteEntry-1.js': 'export const a = await 1;' },
      answers: { 'assets/style-1.css': (response) => response.writeHead(302, { location: '/elsewhere.css' }).end() },
    });
    const refused = await publish(served);
    expect(refused).toMatchObject({
      code: 400,
      data: {
        problems: expect.arrayContaining([
          expect.stringMatching(/route \/share is a page of the host/),
          expect.stringMatching(`route /${other} belongs to ${other}`),
          expect.stringMatching(/window "summer", which the settings don't have/),
          expect.stringMatching(
            `call /team/${other}/tips is another team's: ${team} has calls below /team/${team}/ only`,
          ),
          expect.stringMatching(/call setting:isDirct has no name/),
          expect.stringMatching(/built for contract 1\.0/),
          expect.stringMatching(/assets\/chunk-1\.js:1:13 .*Unexpected token/),
          expect.stringMatching(/remoteEntry-1\.js:1:\d+ /),
          expect.stringMatching(/style-1\.css .*leads elsewhere \(302/),
        ]),
      },
    });
    expect((refused.data as { problems: string[] }).problems).toHaveLength(9);
    expect(lastLine()).toMatchObject({
      outcome: 'refused',
      team,
      keyId: key.keyId,
      name: team,
      version: '1.0.0',
      reasons: expect.arrayContaining(['route', 'window', 'call', 'contract', 'syntax', 'file']),
    });
    expect(await ask({ command: 'registry.releases', name: team })).toMatchObject({ ok: false });
  });

  it.each<[string, Served, object, number, RegExp]>([
    [
      'of a name that it does not have',
      { description: { name: 'draw' } },
      {},
      403,
      /draw isn't a name of picnic-\d+: its names are picnic-\d+\..*ops team set/,
    ],
    [
      'without CORS',
      { headers: { 'access-control-allow-origin': '' } },
      {},
      400,
      /remoteEntry-1\.js .*pages of https:\/\/host\.example may not read it \(Access-Control-Allow-Origin/,
    ],
    [
      'of a later kit',
      { description: { kit: '2.0' } },
      {},
      400,
      /release\.json is of version 2\.0 .*operators have to update/,
    ],
    [
      'for a React that pages lack',
      { description: { react: '18.3.1' } },
      {},
      400,
      /built for React 18\.3\.1, and the host gives every remote its React 19/,
    ],
    [
      'for a React that only a later contract may bring',
      { description: { react: '20.0.0', contract: '3.0' } },
      {},
      400,
      /built for React 20\.0\.0, and the host gives every remote its React 19/,
    ],
    [
      'for a React that no later contract brings back',
      { description: { react: '18.3.1', contract: '4.0' } },
      {},
      400,
      /built for React 18\.3\.1, and the host gives every remote its React 19/,
    ],
    [
      'with an asset that is another file',
      { description: { assets: [{ file: 'assets/style-1.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 5 }] } },
      {},
      400,
      /assets\/style-1\.css isn't what release\.json describes/,
    ],
    [
      'with a path outside',
      { description: { scripts: [{ file: '../a.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }] } },
      {},
      400,
      /scripts\.0\.file: a path inside the release/,
    ],
    ['with a title that no database keeps', { description: { title: 'a\u0000b' } }, {}, 400, /U\+0000/],
    [
      'with a file that is missing',
      { description: { assets: [{ file: 'assets/a.woff2', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }] } },
      {},
      400,
      /a\.woff2 is missing .*answers 404/,
    ],
    ['that another origin serves as well', {}, { release: '{"name":"other"}' }, 400, /doesn't fit the schema/],
    [
      'with a route that no page has',
      { description: { routes: [{ path: '/a/' }] } },
      {},
      400,
      /\/a\/ ends with a slash/,
    ],
    [
      'that preloads what it lacks',
      { description: { routes: [{ path: '/a', scripts: ['b.js'] }] } },
      {},
      400,
      /preloads b\.js, which/,
    ],
    ['that is none', {}, { release: 'no JSON' }, 400, /doesn't fit the schema/],
    ['that is too long', {}, { release: ' '.repeat(256 * 1024 + 1) }, 413, /release\.json has more than 262144 bytes/],
    ['at an address with a user', {}, { baseUrl: 'http://user@localhost/release/' }, 403, /without user or parameters/],
    ['at an origin that ends a policy', {}, { baseUrl: 'http://a;b/' }, 403, /no page's policy can name/],
    [
      'at an origin of nobody',
      {},
      { baseUrl: 'http://169.254.169.254/latest/' },
      403,
      /169\.254\.169\.254 is no origin of picnic/,
    ],
    ['at an address that is none', {}, { baseUrl: 'file:///etc/' }, 400, /baseUrl/],
  ])('refuses a release %s', async (_, how, fields, code, problem) => {
    await addTeam();
    const served = await serveOwn({ ...how });
    expect(await publish(served, fields)).toMatchObject({
      code,
      data: { problems: expect.arrayContaining([expect.stringMatching(problem)]) },
    });
    expect(await ask({ command: 'registry.releases', name: team })).toMatchObject({ ok: false });
  });

  it('is refused beyond four of its team at a time', async () => {
    await addTeam();
    const held: (() => void)[] = [];
    const served = await serveOwn({
      answers: {
        'assets/style-1.css': (response) =>
          void held.push(() =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.a{}'),
          ),
      },
    });
    const first = Array.from({ length: 4 }, () => publish(served));
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(4);
    expect(await publish(served)).toMatchObject({ code: 429, msg: expect.stringMatching(/Too many releases/) });
    held.forEach((answer) => answer());
    for (const published of await Promise.all(first)) expect(published).toMatchObject({ code: 0 });
  });

  it('asks no origin that the team has not', async () => {
    await addTeam();
    const foreign = await serve();
    foreign.origins.clear();
    const release = await descriptionAt(foreign.address);
    foreign.origins.clear();
    const fields = { release, baseUrl: foreign.address };
    expect(await sendAsTeam(server.url, { team, key }, 'publish', fields)).toMatchObject({ code: 403 });
    expect([...foreign.origins]).toEqual([]);
  });

  it('refuses a version twice with other bytes, also from another of its origins', async () => {
    await addTeam();
    await publish(await serveOwn());
    expect(await publish(await serveOwn({ contents: { 'assets/style-1.css': '.b{}' } }))).toMatchObject({
      code: 409,
      data: { problems: [expect.stringMatching(/1\.0\.0 was published already, as another build/)] },
    });
  });

  it('refuses what an operator publishes under its name from elsewhere', async () => {
    await addTeam();
    const served = await serve({ description: { calls: [] } });
    expect(await ask({ command: 'registry.publish', address: served.address, move: true, ...by })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/is no origin of picnic-\d+: it has none, and uploads its releases/),
    });
    await setTeam({ origins: [served.origin] });
    expect(await ask({ command: 'registry.publish', address: served.address, ...by })).toMatchObject({ ok: true });
  });

  it.each<[string, () => Promise<unknown>, number, RegExp]>([
    [
      'its key was revoked',
      () => ask({ command: 'teams.revokeKey', name: team, keyId: key.keyId, ...by }),
      401,
      /was revoked/,
    ],
    ['its team was removed', () => ask({ command: 'teams.remove', name: team, ...by }), 401, /no team/],
    ['its name was taken away', () => setTeam({ remotes: [] }), 403, /isn't a name of .*it has no names yet/],
    ['its origin was taken away', () => setTeam({ origins: [] }), 403, /is no origin of/],
  ])('is refused at the commit when %s meanwhile', async (_, change, code, problem) => {
    await addTeam();
    const served = await serveOwn({
      answers: {
        'assets/style-1.css': (response) =>
          void change().then(() =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.a{}'),
          ),
      },
    });
    expect(await publish(served)).toMatchObject({ code, data: { problems: [expect.stringMatching(problem)] } });
    expect(await ask({ command: 'registry.releases', name: team })).toMatchObject({ ok: false });
  });
});

const promote = (version: string, fields: object = {}) =>
  sendAsTeam(server.url, { team, key }, 'promote', { name: team, version, ...fields });
const rollBack = (fields: object = {}) => sendAsTeam(server.url, { team, key }, 'rollback', { name: team, ...fields });
const publishVersions = async (...versions: string[]) => {
  for (const version of versions)
    expect(await publish(await serveOwn({ description: { version } }))).toMatchObject({ code: 0 });
};

describe('POST /publish/promote and /publish/rollback', () => {
  it('change what pages get, with a history', async () => {
    await addTeam();
    await publishVersions('1.0.0', '1.1.0');
    expect(await rollBack({ why: 'too\u0000 slow' })).toMatchObject({
      code: 0,
      data: { name: team, from: '1.1.0', to: '1.0.0' },
    });
    expect(await promote('1.1.0')).toMatchObject({ code: 0, data: { from: '1.0.0', to: '1.1.0' } });
    expect(await promote('1.1.0')).toMatchObject({ code: 0, data: { from: '1.1.0', to: '1.1.0' } });
    expect(lastLine()).toMatchObject({ action: 'promote', outcome: 'unchanged', name: team, version: '1.1.0' });
    const history = (await ask({ command: 'registry.history', name: team }))?.data;
    expect((history as { change: string }[]).map(({ change }) => change)).toEqual([
      'promoted 1.1.0',
      'rolled back to 1.0.0',
      'published 1.1.0',
      'added, on',
      'published 1.0.0',
    ]);
    expect(history).toMatchObject([{ by: `${team}/${key.keyId}`, way: 'team' }, { why: 'too slow' }, {}, {}, {}]);
  });

  it('roll back once, however often the same roll-back is sent', async () => {
    await addTeam();
    await publishVersions('1.0.0', '1.1.0', '1.2.0');
    const id = randomUUID();
    const answers = await Promise.all([rollBack({ id }), rollBack({ id })]);
    answers.push(await rollBack({ id }));
    for (const answer of answers) expect(answer).toMatchObject({ code: 0, data: { from: '1.2.0', to: '1.1.0' } });
    expect(await rollBack({ id: randomUUID() })).toMatchObject({ data: { from: '1.1.0', to: '1.0.0' } });
  });

  it('refuse a release at an origin that operators took from the team', async () => {
    await addTeam();
    await publishVersions('1.0.0', '1.1.0');
    await setTeam({ origins: [origins.at(-1)?.origin] });
    const answer = { code: 403, msg: expect.stringMatching(/is no origin of picnic/) };
    expect(await promote('1.0.0')).toMatchObject(answer);
    expect(await rollBack()).toMatchObject(answer);
  });

  it('roll back one remote, though another was rolled back by the same id', async () => {
    await addTeam();
    const second = `${team}-b`;
    await setTeam({ remotes: [team, second] });
    await publishVersions('1.0.0', '1.1.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      const served = await serveOwn({ description: { name: second, routes: [{ path: `/${second}` }], version } });
      expect(await publish(served)).toMatchObject({ code: 0 });
    }
    const id = randomUUID();
    await rollBack({ name: second });
    await rollBack({ id });
    expect(await rollBack({ name: second, id })).toMatchObject({ code: 0, data: { from: '1.1.0', to: '1.0.0' } });
  });

  it('refuse what is not there', async () => {
    await addTeam();
    expect(await rollBack()).toMatchObject({ code: 400, msg: expect.stringMatching(/isn't in the registry/) });
    await publishVersions('1.0.0');
    expect(await rollBack()).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/no release before 1\.0\.0 .*switch it off: off picnic/),
    });
    expect(await promote('2.0.0')).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/no release 2\.0\.0.*There: 1\.0\.0/),
    });
    expect(await promote('x\u0000'.repeat(9))).toMatchObject({ code: 400 });
    const foreign = { name: 'draw', version: '1.0.0' };
    expect(await promote('1.0.0', foreign)).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/draw isn't a name of/),
    });
    expect(await rollBack(foreign)).toMatchObject({ code: 403 });
  });

  it('refuse an uploaded release whose files were removed', async () => {
    await addTeam();
    await publishVersions('1.0.0', '1.1.0');
    const now = new Date(server.clock.real());
    const baseUrl = `${origins[0]?.address}`;
    const swept = { name: team, version: '1.0.0', baseUrl, files: [], bytes: 0, uploadedAt: now, removedAt: now };
    await server.queries.insert(uploadedReleases).values(swept);
    for (const refused of [await promote('1.0.0'), await rollBack()])
      expect(refused).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/files of .* 1\.0\.0 were removed .*publish it again/),
      });
  });

  it('leave a remote that an operator pinned alone, and say whom to ask', async () => {
    await addTeam();
    await publishVersions('1.0.0', '1.1.0');
    await ask({ command: 'registry.pin', name: team, release: '1.1.0', by: '李雷', why: 'a fair' });
    await ask({ command: 'registry.switch', name: team, enabled: false, ...by });
    for (const refused of [await promote('1.0.0'), await rollBack()]) {
      expect(refused).toMatchObject({ code: 403, msg: expect.stringMatching(/pinned to 1\.1\.0 by 李雷\. Ask/) });
    }
    expect(lastLine()).toMatchObject({ reasons: ['pinned'] });
  });

  it('refuse a release whose route another team has taken since', async () => {
    await addTeam();
    await publish(await serveOwn({ description: { routes: [{ path: '/shared-route' }] } }), { promote: false });
    const [waiting, waitingKey] = [team, key];
    await addTeam();
    await publish(await serveOwn({ description: { routes: [{ path: '/shared-route' }] } }));
    const taker = team;
    [team, key] = [waiting, waitingKey];
    expect(await promote('1.0.0')).toMatchObject({
      code: 400,
      msg: expect.stringMatching(`route /shared-route belongs to ${taker}`),
    });
  });
});
