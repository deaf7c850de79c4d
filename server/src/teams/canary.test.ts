import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseViews } from '../health/tables.ts';
import { askOperator } from '../testing/operator.ts';
import { type ReleaseOrigin, serveRelease } from '../testing/release-origin.ts';
import { descriptionAt, makeTeamKey, sendAsTeam, type TeamSigner } from '../testing/teams.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const by = { by: '王梅', why: 'a test' };

let server: TestServer;
let key: TeamSigner;
/** Each test has a team of its own, with one remote of the same name. */
let team = '';
let tests = 0;
/** Of three releases; the first is what everybody gets. */
const served: ReleaseOrigin[] = [];

const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];
const send = (action: Parameters<typeof sendAsTeam>[2], fields: object) =>
  sendAsTeam(server.url, { team, key }, action, fields);
const publish = async (index: number, fields: object = {}) => {
  const { address } = served[index] ?? { address: '' };
  return send('publish', { release: await descriptionAt(address), baseUrl: address, ...fields });
};
const start = (release: string, percent: number, more: object = {}) =>
  send('canary', { name: team, change: { kind: 'start', release, percent, ...more } });
const end = () => send('canary', { name: team, change: { kind: 'end' } });
const show = () => send('canary', { name: team, change: null });
const running = async () => (await show()).data;

beforeAll(async () => {
  server = await startTestServer({ ADDRESS_LIMIT_PER_MINUTE: '100000' });
  key = await makeTeamKey();
});
afterAll(async () => {
  served.forEach((origin) => origin.close());
  await server.close();
});
beforeEach(async () => {
  tests += 1;
  team = `picnic-${tests}`;
  served.splice(0).forEach((origin) => origin.close());
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    served.push(
      await serveRelease({ description: { name: team, version, routes: [{ path: `/${team}` }], calls: [] } }),
    );
  key = await makeTeamKey();
  const origins = served.map(({ origin }) => origin);
  const added = { name: team, remotes: [team], origins, backend: null, publicKey: key.publicKey };
  expect(await ask({ command: 'teams.add', ...added, ...by })).toMatchObject({ ok: true });
  expect(await publish(0)).toMatchObject({ code: 0 });
});

describe('publish with a canary', () => {
  it('stores the release, promotes nothing, and gives it to a part of the visitors', async () => {
    const canary = { percent: 10, steps: { percent: 10, minutes: 30 } };
    const dry = await publish(1, { canary, dryRun: true });
    expect(dry).toMatchObject({ code: 0, data: { inForce: '1.0.0', canary: { release: '1.1.0', percent: 10 } } });
    expect(await running()).toMatchObject({ canary: null });
    const done = { outcome: 'published', promoted: false, inForce: '1.0.0', canary: { release: '1.1.0', ...canary } };
    expect(await publish(1, { canary, why: 'larger' })).toMatchObject({ code: 0, data: done });
    expect(await publish(1, { canary })).toMatchObject({ data: { ...done, outcome: 'unchanged' } });
    expect(await running()).toMatchObject({
      stable: '1.0.0',
      canary: { release: '1.1.0', ...canary },
      outcomes: [{ version: '1.1.0', visitors: 0 }, { version: '1.0.0' }],
      history: [{ change: 'canary 1.1.0 for 10 %, 10 % more every 30 minutes', way: 'team', why: 'larger' }, {}, {}],
    });
  });

  it('refuses all of it, with what is wrong with the release and with the canary', async () => {
    await publish(1, { canary: { percent: 10 } });
    const broken = await serveRelease({
      description: { name: team, version: '2.0.0', routes: [{ path: '/share' }], calls: [] },
    });
    served.push(broken);
    await ask({ command: 'teams.set', name: team, origins: served.map(({ origin }) => origin), ...by });
    expect(await publish(3, { canary: { percent: 10 } })).toMatchObject({
      code: 400,
      data: {
        kit: '1.1',
        problems: expect.arrayContaining([
          expect.stringContaining('Promote it (npx remote-kit promote) or end it (npx remote-kit canary end) first.'),
          expect.stringContaining('/share is a page of the host'),
        ]),
      },
    });
    expect(await ask({ command: 'registry.releases', name: team })).not.toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ version: '2.0.0' })]),
    });
  });

  it('refuses a share that is none', async () => {
    const cases = [
      [{ canary: { percent: 101 } }, 'canary.percent: a whole number from 0 to 100'],
      [{ canary: { percent: -1 } }, 'canary.percent: a whole number'],
      [{ canary: { percent: 0.5 } }, 'canary.percent: a whole number'],
      [{ canary: { percent: 10, steps: { percent: 0, minutes: 30 } } }, 'canary.steps.percent: a whole number from 1'],
      [{ canary: { percent: 10 }, promote: true }, 'given to all, or to a part'],
    ] as const;
    for (const [fields, problem] of cases)
      expect(await publish(1, fields)).toMatchObject({
        code: 400,
        data: { problems: [expect.stringContaining(problem)] },
      });
  });

  it('refuses what everybody has, and a remote of which nobody has anything', async () => {
    expect(await publish(0, { canary: { percent: 10 } })).toMatchObject({
      data: { problems: [expect.stringContaining('everybody gets')] },
    });
    const added = { remotes: [team, `${team}-b`] };
    await ask({ command: 'teams.set', name: team, ...added, ...by });
    const first = await serveRelease({ description: { name: `${team}-b`, routes: [{ path: '/b' }], calls: [] } });
    served.push(first);
    await ask({ command: 'teams.set', name: team, origins: served.map(({ origin }) => origin), ...by });
    expect(await publish(3, { canary: { percent: 10 } })).toMatchObject({
      code: 400,
      data: { problems: [expect.stringContaining('without --canary')] },
    });
  });
});

describe('POST /publish/canary', () => {
  it('starts, grows, shrinks and ends one, each a row of the history', async () => {
    await publish(1, { promote: false });
    expect(await start('1.1.0', 10)).toMatchObject({ code: 0, data: { before: null, canary: { percent: 10 } } });
    expect(await start('1.1.0', 100)).toMatchObject({ data: { before: { percent: 10 }, canary: { percent: 100 } } });
    expect(await start('1.1.0', 0)).toMatchObject({ data: { canary: { release: '1.1.0', percent: 0 } } });
    expect(await start('1.1.0', 0)).toMatchObject({ data: { before: { percent: 0 }, canary: { percent: 0 } } });
    expect(await end()).toMatchObject({ data: { before: { percent: 0 }, canary: null, stable: '1.0.0' } });
    expect(await end()).toMatchObject({ code: 0, data: { before: null, canary: null } });
    expect(await ask({ command: 'registry.history', name: team, limit: 4 })).toMatchObject({
      data: [
        { change: 'canary ended, 1.1.0 for 0 %', by: `${team}/${key.keyId}`, way: 'team' },
        { change: 'canary 1.1.0 for 0 % (before: 1.1.0 for 100 %)' },
        { change: 'canary 1.1.0 for 100 % (before: 1.1.0 for 10 %)' },
        { change: 'canary 1.1.0 for 10 %' },
      ],
    });
    const logged = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      logged.filter(({ action, name }) => action === 'canary' && name === team).map(({ outcome }) => outcome),
    ).toEqual(['done', 'done', 'done', 'unchanged', 'done', 'unchanged']);
  });

  it('refuses a release that is not there, a second one, a pinned remote and one that is off', async () => {
    await publish(1, { promote: false });
    await publish(2, { promote: false });
    expect(await start('9.9.9', 10)).toMatchObject({
      code: 400,
      data: { problems: [`${team} has no release 9.9.9; publish it first. There: 1.0.0, 1.2.0, 1.1.0.`] },
    });
    await start('1.1.0', 10);
    expect(await start('1.2.0', 10)).toMatchObject({
      code: 400,
      data: { problems: [expect.stringMatching(/runs already, 1\.1\.0 for 10 %\. .*npx remote-kit canary end/)] },
    });
    await ask({ command: 'registry.switch', name: team, enabled: false, ...by });
    expect(await start('1.1.0', 20)).toMatchObject({
      data: { problems: [expect.stringContaining(`Operators have to switch it on first: on ${team}`)] },
    });
    await ask({ command: 'registry.pin', name: team, release: '1.0.0', ...by });
    expect(await start('1.1.0', 20)).toMatchObject({
      code: 403,
      data: { problems: [expect.stringContaining('is pinned to 1.0.0 by 王梅')] },
    });
    expect(await show()).toMatchObject({ code: 0, data: { canary: null } });
  });

  it("changes and tells nothing of others' remotes", async () => {
    const other = `picnic-${tests - 1}`;
    for (const change of [null, { kind: 'end' }, { kind: 'start', release: '1.0.0', percent: 10 }])
      expect(await send('canary', { name: other, change })).toMatchObject({
        code: 403,
        data: { problems: [expect.stringContaining(`${other} isn't a name of ${team}`)] },
      });
  });
});

describe('POST /publish/health', () => {
  it('tells a team what operators are told of its remote', async () => {
    await publish(1, { canary: { percent: 10 } });
    const view = { remote: team, firstAt: new Date() };
    const failure = { failedPhase: 'render', failedReason: 'threw' };
    await server.queries.insert(releaseViews).values([
      { ...view, page: `${team} good`, version: '1.0.0', visitor: 'one', opened: true, load: 800 },
      { ...view, page: `${team} bad`, version: '1.1.0', visitor: 'other', opened: false, ...failure },
    ]);
    const { code, data } = await send('health', { name: team });
    expect([code, data]).toMatchObject([
      0,
      {
        hours: 24,
        releases: [
          { version: '1.0.0', state: 'stable', opens: 1, failed: 0, load: { p50: 800 } },
          {
            version: '1.1.0',
            state: 'canary',
            percent: 10,
            failures: [{ phase: 'render', reason: 'threw', views: 1 }],
          },
        ],
      },
    ]);
    expect(await ask({ command: 'health.show', name: team })).toMatchObject({ ok: true, data });
  });

  it("tells nothing of others' remotes, of one without a release, or of too many hours", async () => {
    const unpublished = `${team}-b`;
    await ask({ command: 'teams.set', name: team, remotes: [team, unpublished], ...by });
    const cases = [
      [{ name: `picnic-${tests - 1}` }, 403, `isn't a name of ${team}`],
      [{ name: unpublished }, 400, 'npx remote-kit publish gives them the first'],
      [{ name: team, hours: 337 }, 400, 'hours: '],
    ] as const;
    for (const [fields, code, problem] of cases)
      expect(await send('health', fields)).toMatchObject({
        code,
        data: { problems: [expect.stringContaining(problem)] },
      });
  });
});

describe('promote and rollback beside a canary', () => {
  beforeEach(async () => {
    await publish(1, { canary: { percent: 10 } });
  });

  it('promote it without a version, once if the answer was lost', async () => {
    const request = { name: team, version: null, id: randomUUID() };
    const done = { from: '1.0.0', to: '1.1.0', ended: { release: '1.1.0', percent: 10 }, canary: null };
    expect(await send('promote', request)).toMatchObject({ code: 0, data: done });
    expect(await send('promote', request)).toMatchObject({ code: 0, data: done });
    expect(await send('promote', { name: team, version: null, id: randomUUID() })).toMatchObject({
      code: 400,
      data: { problems: [expect.stringContaining('npx remote-kit promote VERSION')] },
    });
    expect(await running()).toMatchObject({ stable: '1.1.0', canary: null, history: [{}, {}, {}, {}, {}] });
  });

  it('end it by its own promotion, and leave it to that of another', async () => {
    expect(await publish(2)).toMatchObject({ data: { inForce: '1.2.0', canary: { release: '1.1.0' } } });
    expect(await send('promote', { name: team, version: '1.0.0' })).toMatchObject({
      data: { from: '1.2.0', to: '1.0.0', ended: null, canary: { release: '1.1.0' } },
    });
    expect(await publish(1, { promote: true })).toMatchObject({ data: { inForce: '1.1.0', canary: null } });
  });

  it('take it back before what everybody gets, once if the answer was lost', async () => {
    const request = { name: team, id: randomUUID() };
    const done = { from: '1.1.0', to: '1.0.0', ended: { release: '1.1.0', percent: 10 } };
    expect(await send('rollback', request)).toMatchObject({ code: 0, data: done });
    expect(await send('rollback', request)).toMatchObject({ code: 0, data: done });
    expect(await running()).toMatchObject({ stable: '1.0.0', canary: null });
    await publish(2);
    await start('1.1.0', 0);
    expect(await send('rollback', { name: team })).toMatchObject({ data: { from: '1.2.0', to: '1.0.0', ended: null } });
  });

  it('are taken back by an operator alike', async () => {
    expect(await ask({ command: 'registry.rollback', name: team, ...by })).toMatchObject({
      data: { from: '1.1.0', to: '1.0.0', ended: { release: '1.1.0', percent: 10 } },
    });
    expect(await running()).toMatchObject({ stable: '1.0.0', canary: null });
  });
});
