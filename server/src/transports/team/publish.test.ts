import { afterAll, describe, expect, it } from 'vitest';
import { documentText } from '../../documents/documents.ts';
import { by, startPublishing } from '../../testing/publishing.ts';

const { server, ask, addTeam, lastLine, close } = await startPublishing();
afterAll(close);

describe('POST /publish', () => {
  it('fetches a release from an origin of the team, and gives it to pages', async () => {
    const team = await addTeam();
    const served = await team.serveOwn();
    expect(await team.publish(served, { why: 'the first' })).toMatchObject({
      code: 0,
      data: {
        name: team.name,
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
    expect(await ask({ command: 'history', about: team.name })).toMatchObject({
      data: {
        events: expect.arrayContaining([
          expect.objectContaining({
            changes: [{ path: 'published', after: '1.0.0' }],
            by: `${team.name}/${team.key.keyId}`,
            way: 'team',
            why: 'the first',
          }),
        ]),
      },
    });
    expect(await team.publish(served)).toMatchObject({ code: 0, data: { outcome: 'unchanged', promoted: false } });
    expect(lastLine()).toMatchObject({
      action: 'publish',
      outcome: 'unchanged',
      team: team.name,
      keyId: team.key.keyId,
      name: team.name,
    });
    expect(server.logged.join('')).not.toContain(team.key.publicKey);
  });

  it("keeps routes within the site's budget, which counts scripts and styles as pages get them", async () => {
    const team = await addTeam();
    const { configuration } = server.services;
    const set = (settings: object) =>
      configuration.change('settings', { ...by, way: 'command' }, () => documentText(settings));
    await set({ releases: { routeBudget: 10 } });
    try {
      const served = await team.serveOwn();
      expect(await team.publish(served)).toMatchObject({
        code: 400,
        data: { problems: [expect.stringMatching(/its route \/\S+ needs \d+ B of .* and this site takes 10 B\./)] },
      });
      await set({ releases: { routeBudget: 500 } });
      expect(await team.publish(served)).toMatchObject({ code: 0 });
    } finally {
      await set({});
    }
  });

  it('changes nothing in a dry run', async () => {
    const team = await addTeam();
    const served = await team.serveOwn();
    expect(await team.publish(served, { dryRun: true })).toMatchObject({
      code: 0,
      data: { outcome: 'published', inForce: '1.0.0' },
    });
    expect(await ask({ command: 'releases', name: team.name })).toMatchObject({ ok: false });
  });

  it('moves with its team, from one of its origins to another', async () => {
    const team = await addTeam();
    await team.publish(await team.serveOwn());
    const next = await team.serveOwn();
    expect(await team.publish(next)).toMatchObject({
      data: { outcome: 'moved', promoted: false, baseUrl: next.address },
    });
    expect(await team.publish(await team.serveOwn({ description: { version: '1.1.0' } }))).toMatchObject({
      data: { outcome: 'published', inForce: '1.1.0' },
    });
  });

  it('registers a release that waits, and keeps a switch and a pin of operators', async () => {
    const team = await addTeam();
    await team.publish(await team.serveOwn());
    const next = await team.serveOwn({ description: { version: '1.1.0' } });
    expect(await team.publish(next, { promote: false, dryRun: true })).toMatchObject({ data: { preview: null } });
    expect(await team.publish(next, { promote: false })).toMatchObject({
      data: { promoted: false, inForce: '1.0.0', preview: expect.stringMatching(/\/preview\/[\w.-]+$/) },
    });
    const asked = { command: 'releases preview', name: team.name, ...by };
    expect(await ask({ ...asked, release: '1.1.0' })).toMatchObject({ ok: true, data: { url: expect.any(String) } });
    expect(await ask({ ...asked, release: '1.2.0' })).toMatchObject({ error: expect.stringContaining('1.2.0') });
    expect(await ask({ command: 'history', about: team.name, limit: 1 })).toMatchObject({
      data: { events: [{ command: 'releases preview', by: by.by, why: by.why, about: [team.name, '1.1.0'] }] },
    });
    await ask({ command: 'off', name: team.name, ...by });
    await ask({ command: 'pin', name: team.name, release: '1.0.0', ...by });
    expect(await team.publish(next, { promote: true })).toMatchObject({
      data: { promoted: true, inForce: '1.0.0', pinned: true },
    });
    expect(await ask({ command: 'team show', name: team.name })).toMatchObject({
      data: { remotes: [{ name: team.name, version: '1.0.0', pinned: true, state: 'off' }] },
    });
  });

  it('lets operators name a build by its number: to show it, and to remove it', async () => {
    const team = await addTeam();
    await team.publish(await team.serveOwn());
    const next = await team.serveOwn({ description: { version: '1.1.0+5c2d8e10' } });
    await team.publish(next, { promote: false });
    const asked = { name: team.name, release: '1.1.0', ...by };
    expect(await ask({ command: 'releases preview', ...asked })).toMatchObject({ ok: true });
    expect(await ask({ command: 'releases remove', ...asked })).toMatchObject({ data: { version: '1.1.0+5c2d8e10' } });
  });

  it('drops one by a promotion only where that names it, and by a roll-back as it is', async () => {
    const team = await addTeam();
    const own = { path: `/${team.name}` };
    const late = `/${team.name}/late`;
    const serve = (version: string, ...routes: object[]) =>
      team.serveOwn({ description: { version, routes: [own, ...routes] } });
    await team.publish(await serve('1.0.0'));
    await team.publish(await serve('2.0.0'), { promote: false });
    await team.publish(await serve('1.1.0', { path: late }));
    const error = expect.stringContaining(`--drop-routes ${late}`);
    expect(await team.promote('2.0.0')).toMatchObject({ code: 400, msg: error });
    const asked = { command: 'promote', name: team.name, release: '2.0.0', ...by };
    expect(await ask(asked)).toMatchObject({ ok: false, error });
    expect(await team.promote('2.0.0', { dropRoutes: [late] })).toMatchObject({ code: 0 });
    expect(await team.rollBack()).toMatchObject({ data: { to: '1.1.0' } });
    expect(await ask({ ...asked, dropRoutes: [late] })).toMatchObject({ ok: true });
    await team.rollBack();
    expect(await team.rollBack()).toMatchObject({ data: { to: '1.0.0' } });
  });

  it('drops a route that users get only where the team names it, or says where it leads', async () => {
    const team = await addTeam();
    const own = `/${team.name}`;
    const path = (name: string) => ({ path: `${own}${name}` });
    const serve = (version: string, description: object) =>
      team.serveOwn({ description: { version, routes: [path('')], ...description } });
    await team.publish(await serve('1.0.0', { routes: [path(''), path('/a'), path('/b')] }));
    const redirects = [{ from: `${own}/a`, to: own }];
    const next = await serve('1.1.0', { redirects });
    for (const fields of [{}, { promote: false }, { canary: { percent: 10 } }, { dryRun: true }])
      expect(await team.publish(next, fields)).toMatchObject({
        code: 400,
        data: { problems: [expect.stringContaining(`--drop-routes ${own}/b`)] },
      });
    expect(await team.publish(next, { dropRoutes: [`${own}/b`] })).toMatchObject({ data: { inForce: '1.1.0' } });
    // Again, as CI does, and a link of before is no less a link for being redirected.
    expect(await team.publish(next)).toMatchObject({ data: { outcome: 'unchanged' } });
    expect(await team.publish(await serve('1.2.0', {}))).toMatchObject({
      data: { problems: [expect.stringContaining(`${own}/a`)] },
    });
    const other = await addTeam();
    expect(await other.publish(await other.serveOwn({ description: { routes: [path('/a')] } }))).toMatchObject({
      data: { problems: [expect.stringContaining(`belongs to ${team.name}`)] },
    });
  });
});
