import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { by, type PublishingTeam, startPublishing } from '../../testing/publishing.ts';
import type { ReleaseOrigin } from '../../testing/release-origin.ts';

const { ask, addTeam, lastLine, close } = await startPublishing();
afterAll(close);

/** Publishes versions one after the other, each from an origin of its own. */
async function publishVersions(team: PublishingTeam, ...versions: string[]): Promise<ReleaseOrigin[]> {
  const served: ReleaseOrigin[] = [];
  for (const version of versions) {
    const origin = await team.serveOwn({ description: { version } });
    expect(await team.publish(origin)).toMatchObject({ code: 0 });
    served.push(origin);
  }
  return served;
}

describe('POST /publish/promote and /publish/rollback', () => {
  it('change what pages get, with a history', async () => {
    const team = await addTeam();
    await publishVersions(team, '1.0.0', '1.1.0');
    expect(await team.rollBack({ why: 'too\u0000 slow' })).toMatchObject({
      code: 0,
      data: { name: team.name, from: '1.1.0', to: '1.0.0' },
    });
    expect(await team.promote('1.1.0')).toMatchObject({ code: 0, data: { from: '1.0.0', to: '1.1.0' } });
    expect(await team.promote('1.1.0')).toMatchObject({ code: 0, data: { from: '1.1.0', to: '1.1.0' } });
    expect(lastLine()).toMatchObject({ action: 'promote', outcome: 'unchanged', name: team.name, version: '1.1.0' });
    expect(await ask({ command: 'history', about: team.name, limit: 3 })).toMatchObject({
      data: {
        events: [
          {
            command: 'promote',
            changes: [{ path: 'promoted', before: '1.0.0', after: '1.1.0' }],
            by: `${team.name}/${team.key.keyId}`,
            way: 'team',
          },
          { command: 'rollback', changes: [{ before: '1.1.0', after: '1.0.0' }], why: 'too slow' },
          { command: 'publish', changes: [{ after: '1.1.0' }] },
        ],
      },
    });
  });

  it('roll back once, however often the same roll-back is sent', async () => {
    const team = await addTeam();
    await publishVersions(team, '1.0.0', '1.1.0', '1.2.0');
    const id = randomUUID();
    const answers = await Promise.all([team.rollBack({ id }), team.rollBack({ id })]);
    answers.push(await team.rollBack({ id }));
    for (const answer of answers) expect(answer).toMatchObject({ code: 0, data: { from: '1.2.0', to: '1.1.0' } });
    expect(await team.rollBack({ id: randomUUID() })).toMatchObject({ data: { from: '1.1.0', to: '1.0.0' } });
  });

  it('refuse a release at an origin that operators took from the team', async () => {
    const team = await addTeam();
    const [, later] = await publishVersions(team, '1.0.0', '1.1.0');
    await team.set({ origins: [later?.origin], replace: true });
    const answer = { code: 403, msg: expect.stringMatching(/is no origin of picnic/) };
    expect(await team.promote('1.0.0')).toMatchObject(answer);
    expect(await team.rollBack()).toMatchObject(answer);
  });

  it('roll back one remote, though another was rolled back by the same id', async () => {
    const team = await addTeam();
    const second = `${team.name}-b`;
    await team.set({ remotes: [team.name, second] });
    await publishVersions(team, '1.0.0', '1.1.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      const served = await team.serveOwn({ description: { name: second, routes: [{ path: `/${second}` }], version } });
      expect(await team.publish(served)).toMatchObject({ code: 0 });
    }
    const id = randomUUID();
    await team.rollBack({ name: second });
    await team.rollBack({ id });
    expect(await team.rollBack({ name: second, id })).toMatchObject({ code: 0, data: { from: '1.1.0', to: '1.0.0' } });
  });

  it('refuse what is not there', async () => {
    const team = await addTeam();
    expect(await team.rollBack()).toMatchObject({ code: 400, msg: expect.stringMatching(/isn't in the registry/) });
    await publishVersions(team, '1.0.0');
    expect(await team.rollBack()).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/no release before 1\.0\.0 .*switch it off: off picnic/),
    });
    expect(await team.promote('2.0.0')).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/no release 2\.0\.0.*There: 1\.0\.0/),
    });
    expect(await team.promote('x\u0000'.repeat(9))).toMatchObject({ code: 400 });
    const foreign = { name: 'draw', version: '1.0.0' };
    expect(await team.promote('1.0.0', foreign)).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/draw isn't a name of/),
    });
    expect(await team.rollBack(foreign)).toMatchObject({ code: 403 });
  });

  it('refuse a release that operators removed', async () => {
    const team = await addTeam();
    await publishVersions(team, '1.0.0', '1.1.0');
    expect(await ask({ command: 'releases remove', name: team.name, release: '1.0.0', ...by })).toMatchObject({
      ok: true,
    });
    for (const refused of [await team.promote('1.0.0'), await team.rollBack()])
      expect(refused).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/ 1\.0\.0 was removed on .*publish it again/),
      });
  });

  it('leave a remote that an operator pinned alone, and say whom to ask', async () => {
    const team = await addTeam();
    await publishVersions(team, '1.0.0', '1.1.0');
    await ask({ command: 'pin', name: team.name, release: '1.1.0', by: '李雷', why: 'a fair' });
    await ask({ command: 'off', name: team.name, ...by });
    for (const refused of [await team.promote('1.0.0'), await team.rollBack()]) {
      expect(refused).toMatchObject({ code: 403, msg: expect.stringMatching(/pinned to 1\.1\.0 by 李雷\. Ask/) });
    }
    expect(lastLine()).toMatchObject({ reasons: ['pinned'] });
  });

  it('refuse a release whose route another team has taken since', async () => {
    const routes = [{ path: '/shared-route' }];
    const [waiting, taker] = [await addTeam(), await addTeam()];
    await waiting.publish(await waiting.serveOwn({ description: { routes } }), { promote: false });
    await taker.publish(await taker.serveOwn({ description: { routes } }));
    expect(await waiting.promote('1.0.0')).toMatchObject({
      code: 400,
      msg: expect.stringMatching(`route /shared-route belongs to ${taker.name}`),
    });
  });
});
