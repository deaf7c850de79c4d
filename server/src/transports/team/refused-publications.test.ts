import { afterAll, describe, expect, it } from 'vitest';
import { by, type PublishingTeam, startPublishing } from '../../testing/publishing.ts';
import type { Served } from '../../testing/release-origin.ts';
import { descriptionAt } from '../../testing/teams.ts';

const { ask, addTeam, lastLine, close } = await startPublishing();
afterAll(close);

describe('POST /publish', () => {
  it('refuses with every reason at once', async () => {
    const { name: other, publish, serveOwn } = await addTeam();
    await publish(await serveOwn());
    const team = await addTeam();
    const served = await team.serveOwn({
      description: {
        routes: [{ path: '/share' }, { path: `/${other}` }, { path: `/${team.name}`, window: 'summer' }],
        calls: [`/team/${other}/tips`, 'setting:isDirct'],
        contract: '1.0',
      },
      contents: { 'assets/chunk-1.js': 'let wrong = ;', 'remoteEntry-1.js': 'export const a = await 1;' },
      answers: { 'assets/style-1.css': (response) => response.writeHead(302, { location: '/elsewhere.css' }).end() },
    });
    const refused = await team.publish(served);
    expect(refused).toMatchObject({
      code: 400,
      data: {
        problems: expect.arrayContaining([
          expect.stringMatching(/route \/share is a page of the host/),
          expect.stringMatching(`route /${other} belongs to ${other}`),
          expect.stringMatching(/window "summer", which the settings don't have/),
          expect.stringMatching(
            `call /team/${other}/tips is another team's: ${team.name} has calls below /team/${team.name}/ only`,
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
      team: team.name,
      keyId: team.key.keyId,
      name: team.name,
      version: '1.0.0',
      reasons: expect.arrayContaining(['route', 'window', 'call', 'contract', 'syntax', 'file']),
    });
    expect(await ask({ command: 'releases', name: team.name })).toMatchObject({ ok: false });
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
    ['that is too long', {}, { release: ' '.repeat(256 * 1024 + 1) }, 413, /release\.json has more than 262\.1 KB/],
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
    const team = await addTeam();
    const served = await team.serveOwn(how);
    expect(await team.publish(served, fields)).toMatchObject({
      code,
      data: { problems: expect.arrayContaining([expect.stringMatching(problem)]) },
    });
    expect(await ask({ command: 'releases', name: team.name })).toMatchObject({ ok: false });
  });

  it('is refused beyond four of its team at a time', async () => {
    const team = await addTeam();
    const held: (() => void)[] = [];
    const served = await team.serveOwn({
      answers: {
        'assets/style-1.css': (response) =>
          void held.push(() =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.a{}'),
          ),
      },
    });
    const first = Array.from({ length: 4 }, () => team.publish(served));
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(4);
    expect(await team.publish(served)).toMatchObject({ code: 429, msg: expect.stringMatching(/Too many releases/) });
    held.forEach((answer) => answer());
    for (const published of await Promise.all(first)) expect(published).toMatchObject({ code: 0 });
  });

  it('asks no origin that the team has not', async () => {
    const team = await addTeam();
    const foreign = await team.serve();
    foreign.origins.clear();
    const release = await descriptionAt(foreign.address);
    foreign.origins.clear();
    const fields = { release, baseUrl: foreign.address };
    expect(await team.send('publish', fields)).toMatchObject({ code: 403 });
    expect([...foreign.origins]).toEqual([]);
  });

  it('refuses a version twice with other bytes, also from another of its origins', async () => {
    const team = await addTeam();
    await team.publish(await team.serveOwn());
    expect(await team.publish(await team.serveOwn({ contents: { 'assets/style-1.css': '.b{}' } }))).toMatchObject({
      code: 409,
      data: { problems: [expect.stringMatching(/1\.0\.0 was published already, as another build/)] },
    });
  });

  it('refuses what an operator publishes under its name from elsewhere', async () => {
    const team = await addTeam();
    const served = await team.serve({ description: { calls: [] } });
    expect(await ask({ command: 'publish', address: served.address, move: true, ...by })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/is no origin of picnic-\d+: it has none, and uploads its releases/),
    });
    await team.set({ origins: [served.origin] });
    expect(await ask({ command: 'publish', address: served.address, ...by })).toMatchObject({ ok: true });
  });

  it.each<[string, (team: PublishingTeam) => Promise<unknown>, number, RegExp]>([
    [
      'its key was revoked',
      (team) => ask({ command: 'team key revoke', name: team.name, keyId: team.key.keyId, ...by }),
      401,
      /was revoked/,
    ],
    ['its team was removed', (team) => ask({ command: 'team remove', name: team.name, ...by }), 401, /no team/],
    ['its name was taken away', (team) => team.set({ remotes: [] }), 403, /isn't a name of .*it has no names yet/],
    ['its origin was taken away', (team) => team.set({ origins: [] }), 403, /is no origin of/],
  ])('is refused at the commit when %s meanwhile', async (_, change, code, problem) => {
    const team = await addTeam();
    const served = await team.serveOwn({
      answers: {
        'assets/style-1.css': (response) =>
          void change(team).then(() =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.a{}'),
          ),
      },
    });
    expect(await team.publish(served)).toMatchObject({ code, data: { problems: [expect.stringMatching(problem)] } });
    expect(await ask({ command: 'releases', name: team.name })).toMatchObject({ ok: false });
  });
});
