import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { documentText } from '../../documents/documents.ts';
import { releaseViews } from '../../visits/health/tables.ts';
import { by, type PublishingTeam, startPublishing } from '../../testing/publishing.ts';
import { descriptionAt } from '../../testing/teams.ts';
import type { ReleaseOrigin } from '../../testing/release-origin.ts';

const { server, ask, addTeam, lastLine, close } = await startPublishing();
afterAll(close);

/** Each test has a team of its own. */
let team: PublishingTeam;
/** Its releases 1.0.0, 1.1.0 and 1.2.0; the first is what everybody gets. */
let served: [ReleaseOrigin, ReleaseOrigin, ReleaseOrigin];
beforeEach(async () => {
  team = await addTeam();
  const serve = (version: string) => team.serveOwn({ description: { version } });
  served = [await serve('1.0.0'), await serve('1.1.0'), await serve('1.2.0')];
  expect(await publish(0)).toMatchObject({ code: 0 });
});

const publish = (index: 0 | 1 | 2, fields: object = {}) => team.publish(served[index], fields);
const start = (release: string, percent: number, more: object = {}) =>
  team.send('canary', { name: team.name, change: { kind: 'start', release, percent, ...more } });
const end = () => team.send('canary', { name: team.name, change: { kind: 'end' } });
const show = () => team.send('canary', { name: team.name, change: null });
const running = async () => (await show()).data;

/** Another team, whose remote has a release. @returns its name */
async function addOther(): Promise<string> {
  const other = await addTeam();
  expect(await other.publish(await other.serveOwn())).toMatchObject({ code: 0 });
  return other.name;
}

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
      history: [
        { change: expect.stringMatching(/^canary: \(none\) -> .*1\.1\.0/), way: 'team', why: 'larger' },
        {},
        {},
        {},
        {},
      ],
    });
  });

  it("follows the settings' timetable unless told otherwise, and gives way to the next version", async () => {
    const { configuration } = server.services;
    const rollout = { percent: 10, steps: { percent: 20, minutes: 30 } };
    const set = (settings: object) =>
      configuration.change('settings', { ...by, way: 'command' }, () => documentText(settings));
    await set({ releases: { rollout } });
    try {
      for (const [index, release] of [
        [1, '1.1.0'],
        [2, '1.2.0'],
      ] as const)
        expect(await publish(index)).toMatchObject({ data: { inForce: '1.0.0', canary: { release, ...rollout } } });
      expect(await publish(2, { promote: true })).toMatchObject({ data: { inForce: '1.2.0', canary: null } });
    } finally {
      await set({});
    }
  });

  it('keeps the routes that it adds from previews of other teams', async () => {
    const { configuration } = server.services;
    await configuration.change('settings', { ...by, way: 'command' }, () => documentText({ previews: true }));
    const path = `/${team.name}/canary`;
    const added = await team.serveOwn({ description: { version: '1.3.0', routes: [{ path }] } });
    const dropRoutes = [`/${team.name}`];
    expect(await team.publish(added, { canary: { percent: 10 }, dropRoutes })).toMatchObject({ code: 0 });
    const other = await addTeam();
    const described: object = JSON.parse(await descriptionAt((await other.serveOwn()).address));
    const release = JSON.stringify({ ...described, routes: [{ path }] });
    expect(await other.send('preview', { release, baseUrl: 'http://localhost:5199/' })).toMatchObject({
      code: 400,
      data: { problems: [`its route ${path} belongs to ${team.name}.`] },
    });
  });

  it('refuses all of it, with what is wrong with the release and with the canary', async () => {
    await publish(1, { canary: { percent: 10 } });
    const broken = await team.serveOwn({ description: { version: '2.0.0', routes: [{ path: '/share' }] } });
    expect(await team.publish(broken, { canary: { percent: 10 } })).toMatchObject({
      code: 400,
      data: {
        kit: '1.2',
        problems: expect.arrayContaining([
          expect.stringContaining('Promote it (npx remote-kit promote) or end it (npx remote-kit canary end) first.'),
          expect.stringContaining('/share is a page of the host'),
        ]),
      },
    });
    expect(await ask({ command: 'releases', name: team.name })).not.toMatchObject({
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

  it('leaves a version that visitors were given before as it is, and gives all the first one', async () => {
    const canary = { percent: 10 };
    const left = { code: 0, data: { outcome: 'unchanged', promoted: false, inForce: '1.0.0', canary: null } };
    expect(await publish(0, { canary })).toMatchObject(left);
    await publish(1, { canary, promote: false });
    await start('1.1.0', 40);
    expect(await publish(1, { canary, replaceCanary: true })).toMatchObject({
      data: { outcome: 'unchanged', canary: { release: '1.1.0', percent: 40 } },
    });
    expect(await end()).toMatchObject({ code: 0 });
    expect(await publish(1, { canary })).toMatchObject(left);
    await publish(2, { promote: false });
    expect(await publish(2, { canary, promote: false })).toMatchObject({
      data: { outcome: 'unchanged', canary: { release: '1.2.0' } },
    });

    const second = `${team.name}-b`;
    await team.set({ remotes: [team.name, second] });
    const first = await team.serveOwn({ description: { name: second, routes: [{ path: '/b' }] } });
    expect(await team.publish(first, { canary, promote: false })).toMatchObject({
      code: 0,
      data: { outcome: 'published', promoted: true, canary: null },
    });
  });

  it('gives none beside a release that operators keep from pages', async () => {
    for (const command of ['off', 'stop']) {
      await ask({ command, name: team.name, ...by });
      expect(await publish(1, { canary: { percent: 10 } })).toMatchObject({ code: 400 });
    }
  });

  it('takes the place of the canary that runs when told so, and of no canary by a build that is unchanged', async () => {
    await publish(1, { canary: { percent: 10 } });
    expect(await publish(2, { canary: { percent: 20 } })).toMatchObject({ code: 400 });
    const replaced = { canary: { percent: 20 }, replaceCanary: true };
    expect(await publish(2, replaced)).toMatchObject({ data: { canary: { release: '1.2.0', percent: 20 } } });
    expect(await publish(1, replaced)).toMatchObject({
      data: { outcome: 'unchanged', canary: { release: '1.2.0', percent: 20 } },
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
    expect(await ask({ command: 'history', about: team.name, limit: 4 })).toMatchObject({
      data: {
        events: [
          { changes: [{ before: { percent: 0 } }], by: `${team.name}/${team.key.keyId}`, way: 'team' },
          { changes: [{ before: 100, after: 0 }] },
          { changes: [{ before: 10, after: 100 }] },
          { changes: [{ after: { release: '1.1.0', percent: 10 } }] },
        ],
      },
    });
    const logged = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      logged.filter(({ action, name }) => action === 'canary' && name === team.name).map(({ outcome }) => outcome),
    ).toEqual(['done', 'done', 'done', 'unchanged', 'done', 'unchanged']);
  });

  it('is told of in the log by name and version, as is every other request', async () => {
    const { name } = team;
    const line = (action: string, outcome = 'done') => ({ event: 'teamRequest', action, outcome, name });
    await publish(1, { promote: false });
    await start('1.1.0', 10);
    expect(lastLine()).toMatchObject({ ...line('canary'), version: '1.1.0' });
    await show();
    expect(lastLine()).toMatchObject({ ...line('canary', 'unchanged'), version: '1.1.0' });
    await end();
    expect(lastLine()).toMatchObject({ ...line('canary'), version: '1.1.0' });
    await start('9.9.9', 10);
    expect(lastLine()).toMatchObject({ ...line('canary', 'refused'), version: '9.9.9', reasons: ['noRelease'] });
    await team.send('health', { name });
    expect(lastLine()).toMatchObject(line('health', 'unchanged'));
    const other = await addOther();
    await team.send('promote', { name: other, version: '1.0.0' });
    expect(lastLine()).toMatchObject({ ...line('promote', 'refused'), name: other, version: '1.0.0' });
    await team.send('promote', { name: 'x'.repeat(101), version: null });
    expect(lastLine()).not.toHaveProperty('name');
  });

  it('refuses a release that is not there, a second one, a pinned remote and one that is off', async () => {
    await publish(1, { promote: false });
    await publish(2, { promote: false });
    expect(await start('9.9.9', 10)).toMatchObject({
      code: 400,
      data: { problems: [`${team.name} has no release 9.9.9; publish it first. There: 1.0.0, 1.2.0, 1.1.0.`] },
    });
    await start('1.1.0', 10);
    expect(await start('1.2.0', 10)).toMatchObject({
      code: 400,
      data: { problems: [expect.stringMatching(/runs already, 1\.1\.0 for 10 %\. .*npx remote-kit canary end/)] },
    });
    await ask({ command: 'off', name: team.name, ...by });
    expect(await start('1.1.0', 20)).toMatchObject({
      data: { problems: [expect.stringContaining(`Operators have to switch it on first: on ${team.name}`)] },
    });
    await ask({ command: 'pin', name: team.name, release: '1.0.0', ...by });
    expect(await start('1.1.0', 20)).toMatchObject({
      code: 403,
      data: { problems: [expect.stringContaining('is pinned to 1.0.0 by 王梅')] },
    });
    expect(await show()).toMatchObject({ code: 0, data: { canary: null } });
  });

  it("changes and tells nothing of others' remotes", async () => {
    const other = await addOther();
    for (const change of [null, { kind: 'end' }, { kind: 'start', release: '1.0.0', percent: 10 }])
      expect(await team.send('canary', { name: other, change })).toMatchObject({
        code: 403,
        data: { problems: [expect.stringContaining(`${other} isn't a name of ${team.name}`)] },
      });
  });
});

describe('POST /publish/releases', () => {
  it("lists what a team published and who gets it, and nothing of others' remotes", async () => {
    await publish(1, { canary: { percent: 10 }, why: 'larger' });
    const team100 = { version: '1.0.0', isInForce: true, percent: null, removedAt: null };
    expect(await team.send('releases', { name: team.name })).toMatchObject({
      code: 0,
      data: { releases: [team100, { version: '1.1.0', isInForce: false, percent: 10, why: 'larger' }] },
    });
    expect(await team.send('releases', { name: await addOther() })).toMatchObject({ code: 403 });
  });
});

describe('POST /publish/health', () => {
  it('tells a team what operators are told of its remote', async () => {
    await publish(1, { canary: { percent: 10 } });
    const view = { remote: team.name, firstAt: new Date() };
    const failure = { failedPhase: 'render', failedReason: 'threw' };
    await server.queries.insert(releaseViews).values([
      { ...view, page: `${team.name} good`, version: '1.0.0', visitor: 'one', opened: true, load: 800 },
      { ...view, page: `${team.name} bad`, version: '1.1.0', visitor: 'other', opened: false, ...failure },
    ]);
    const { code, data } = await team.send('health', { name: team.name });
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
    expect(await ask({ command: 'health', name: team.name })).toMatchObject({ ok: true, data });
  });

  it("tells nothing of others' remotes, of one without a release, or of too many hours", async () => {
    const other = await addOther();
    const unpublished = `${team.name}-b`;
    await team.set({ remotes: [team.name, unpublished] });
    const cases = [
      [{ name: other }, 403, `isn't a name of ${team.name}`],
      [{ name: unpublished }, 400, 'npx remote-kit publish gives them the first'],
      [{ name: team.name, hours: 337 }, 400, 'hours: '],
    ] as const;
    for (const [fields, code, problem] of cases)
      expect(await team.send('health', fields)).toMatchObject({
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
    const request = { name: team.name, version: null, id: randomUUID() };
    const done = { from: '1.0.0', to: '1.1.0', ended: { release: '1.1.0', percent: 10 }, canary: null };
    expect(await team.send('promote', request)).toMatchObject({ code: 0, data: done });
    expect(await team.send('promote', request)).toMatchObject({ code: 0, data: done });
    expect(await team.send('promote', { name: team.name, version: null, id: randomUUID() })).toMatchObject({
      code: 400,
      data: { problems: [expect.stringContaining('npx remote-kit promote VERSION')] },
    });
    expect(await running()).toMatchObject({ stable: '1.1.0', canary: null, history: [{}, {}, {}, {}, {}] });
  });

  it('end it by its own promotion, and leave it to that of another', async () => {
    expect(await publish(2)).toMatchObject({ data: { inForce: '1.2.0', canary: { release: '1.1.0' } } });
    expect(await team.send('promote', { name: team.name, version: '1.0.0' })).toMatchObject({
      data: { from: '1.2.0', to: '1.0.0', ended: null, canary: { release: '1.1.0' } },
    });
    expect(await publish(1, { promote: true })).toMatchObject({ data: { inForce: '1.1.0', canary: null } });
  });

  it('take it back before what everybody gets, once if the answer was lost', async () => {
    const request = { name: team.name, id: randomUUID() };
    const done = { from: '1.1.0', to: '1.0.0', ended: { release: '1.1.0', percent: 10 } };
    expect(await team.send('rollback', request)).toMatchObject({ code: 0, data: done });
    expect(await team.send('rollback', request)).toMatchObject({ code: 0, data: done });
    expect(await running()).toMatchObject({ stable: '1.0.0', canary: null });
    await publish(2);
    await start('1.1.0', 0);
    expect(await team.send('rollback', { name: team.name })).toMatchObject({
      data: { from: '1.2.0', to: '1.0.0', ended: null },
    });
  });

  it('are taken back by an operator alike', async () => {
    expect(await ask({ command: 'rollback', name: team.name, ...by })).toMatchObject({
      data: { from: '1.1.0', to: '1.0.0', ended: { release: '1.1.0', percent: 10 } },
    });
    expect(await running()).toMatchObject({ stable: '1.0.0', canary: null });
  });
});
