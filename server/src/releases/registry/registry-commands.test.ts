import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changesText, type StoredEvent } from '../../history/events.ts';
import { descriptionAt } from '../../testing/teams.ts';
import { askOperator, canaryFields } from '../../testing/operator.ts';
import { createShellTexts } from '../../host-origin/shell-texts.ts';
import { describedFile, type ReleaseOrigin, type Served, serveRelease } from '../../testing/release-origin.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const origins: ReleaseOrigin[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => origins.splice(0).forEach((origin) => origin.close()));

const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];
const by = { by: '王梅', why: 'a test' };

/** A remote of its own for each test, of this version. */
const serve = async (name: string, version: string, how: Served = {}) => {
  const description = { name, version, routes: [{ path: `/${name}` }], ...how.description };
  const origin = await serveRelease({ ...how, description });
  origins.push(origin);
  return origin;
};
const publish = (address: string, fields: object = {}) => ask({ command: 'publish', address, ...by, ...fields });
/** From the origin of the first. */
async function publishVersions(name: string, ...versions: string[]) {
  for (const version of versions) {
    const { address } = await serve(name, version);
    expect(await publish(address, { move: true, dropRoutes: ['/got'] })).toMatchObject({ ok: true });
  }
}
const entryOf = async (name: string) => {
  const { data } = (await ask({ command: 'remotes' })) as { data: { remotes: { name: string }[] } };
  return data.remotes.find((remote) => remote.name === name);
};
const historyOf = async (name: string) => {
  const { data } = (await ask({ command: 'history', about: name })) as { data: { events: StoredEvent[] } };
  return data.events.map(({ changes }) => changesText(changes).replaceAll(`remotes.${name}.`, ''));
};

describe('publish', () => {
  it('registers a release, switches a new remote on, and writes down who and why', async () => {
    const { address, origin } = await serve('first', '1.0.0');
    expect(await publish(address)).toMatchObject({
      ok: true,
      data: { name: 'first', version: '1.0.0', outcome: 'published', promoted: true, inForce: '1.0.0', files: 3 },
    });
    expect(await entryOf('first')).toMatchObject({
      state: 'on',
      release: 'latest',
      version: '1.0.0',
      entry: { entry: `${origin}/release/remoteEntry-1.js` },
    });
    expect(await ask({ command: 'releases', name: 'first' })).toMatchObject({
      data: [{ version: '1.0.0', isInForce: true, by: '王梅', why: 'a test', way: 'command' }],
    });
  });

  it("keeps the texts of its routes' shells with it", async () => {
    const more = { 'shells/a.html': '<h1>野餐</h1>', 'shells/a.css': '[data-shell="/shelled"] h1 { color: red; }' };
    const markup = describedFile('shells/a.html', more['shells/a.html']);
    const styles = describedFile('shells/a.css', more['shells/a.css']);
    const shell = { header: {}, styles, markups: [{ skins: [0, 1, 2], period: 'any', markup }] };
    const description = { routes: [{ path: '/shelled', shell }] };
    const { address } = await serve('shelled', '1.0.0', { description, more });
    const texts = async () => {
      const { of } = createShellTexts(server.services);
      return [await of(markup.integrity), await of(styles.integrity)];
    };
    expect(await publish(address, { dryRun: true })).toMatchObject({ data: { outcome: 'published', files: 5 } });
    expect(await texts()).toEqual([null, null]);
    expect(await publish(address)).toMatchObject({ data: { outcome: 'published' } });
    expect(await texts()).toEqual(Object.values(more));
    expect(await publish(address)).toMatchObject({ data: { outcome: 'unchanged' } });
    const { registry } = server.services.registry.current();
    expect(registry.remotes['shelled']?.routes[0]?.shell).toMatchObject({ styles, markups: [{ markup }] });
  });

  it('tries without a trace', async () => {
    const { address } = await serve('tried', '1.0.0');
    expect(await publish(address, { dryRun: true })).toMatchObject({
      data: { outcome: 'published', inForce: '1.0.0' },
    });
    expect(await entryOf('tried')).toBeUndefined();
    expect(await ask({ command: 'releases', name: 'tried' })).toMatchObject({ ok: false });
  });

  it('takes the same build again as unchanged, and refuses another one of the same version', async () => {
    const { address } = await serve('same', '1.0.0');
    await publish(address);
    expect(await publish(address)).toMatchObject({ data: { outcome: 'unchanged', promoted: false } });
    const other = await serve('same', '1.0.0', { description: { title: '另一个' } });
    expect(await publish(other.address, { move: true })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/same 1\.0\.0 was published already, as another build\. Give this one a version/),
    });
  });

  it('keeps a name for its origin, unless it is said to move', async () => {
    await publishVersions('moving', '1.0.0');
    const next = await serve('moving', '1.0.1');
    expect(await publish(next.address)).toMatchObject({ ok: false, error: expect.stringContaining('--move') });
    expect(await publish(next.address, { move: true })).toMatchObject({ data: { inForce: '1.0.1' } });
  });

  it('registers a release that waits, and promotes it when asked', async () => {
    await publishVersions('waiting', '1.0.0');
    const { address } = await serve('waiting', '1.1.0');
    expect(await publish(address, { move: true, promote: false })).toMatchObject({
      data: { promoted: false, inForce: '1.0.0' },
    });
    expect(await publish(address)).toMatchObject({ ok: true, data: { outcome: 'unchanged', inForce: '1.0.0' } });
    expect(await publish(address, { promote: true })).toMatchObject({ data: { promoted: true, inForce: '1.1.0' } });
  });

  it('takes a release for the next contract, which pages get once the host speaks it', async () => {
    await publishVersions('ahead', '1.0.0');
    const { address } = await serve('ahead', '2.0.0', { description: { contract: '4.0' } });
    expect(await publish(address, { move: true })).toMatchObject({ data: { promoted: true, inForce: '1.0.0' } });
    const first = await serve('only-ahead', '2.0.0', { description: { contract: '4.0' } });
    expect(await publish(first.address)).toMatchObject({ data: { inForce: null } });
    expect(await entryOf('only-ahead')).toMatchObject({
      entry: null,
      problems: [expect.stringMatching(/^none of its releases fits this host's contract/)],
    });
  });

  it('refuses a release that is not the build in the folder', async () => {
    const { address } = await serve('folder', '1.0.0');
    const text = `${await descriptionAt(address)} `;
    expect(await publish(address, { release: { text } })).toMatchObject({
      ok: false,
      error: expect.stringContaining("isn't the one of this build"),
    });
  });

  it('registers every one of many at the same time', async () => {
    const names = ['many-a', 'many-b', 'many-c', 'many-d'];
    const served = await Promise.all(names.map((name) => serve(name, '1.0.0')));
    const published = await Promise.all(served.map(({ address }) => publish(address)));
    expect(published.map((answer) => answer?.ok)).toEqual([true, true, true, true]);
    for (const name of names) expect(await entryOf(name)).toMatchObject({ version: '1.0.0' });
  });
});

describe('undo', () => {
  const lastEvent = async (name: string) => {
    const { data } = (await ask({ command: 'history', about: name, limit: 1 })) as { data: { events: StoredEvent[] } };
    return data.events[0]?.id;
  };
  const undo = (event: number | undefined) => ask({ command: 'undo', event, ...by });

  it('takes back a promotion and a roll-back, unless another one came since', async () => {
    await publishVersions('undone', '1.0.0', '1.1.0');
    await ask({ command: 'rollback', name: 'undone', ...by });
    const rolledBack = await lastEvent('undone');
    expect(await undo(rolledBack)).toMatchObject({ ok: true });
    expect(await entryOf('undone')).toMatchObject({ version: '1.1.0' });
    expect(await undo(rolledBack)).toMatchObject({ error: expect.stringContaining('was undone by event') });
    await ask({ command: 'promote', name: 'undone', release: '1.0.0', ...by });
    const promoted = await lastEvent('undone');
    expect(await undo(promoted)).toMatchObject({ ok: true });
    expect(await entryOf('undone')).toMatchObject({ version: '1.1.0' });
    await ask({ command: 'promote', name: 'undone', release: '1.0.0', ...by });
    const before = await lastEvent('undone');
    await publishVersions('undone', '1.2.0');
    expect(await undo(before)).toMatchObject({ error: expect.stringContaining("isn't what visitors got last") });
  });

  it('takes back a promotion together with a canary, which is one event that undoes', async () => {
    await publishVersions('both', '1.0.0', '1.1.0');
    await ask({ command: 'promote', name: 'both', release: '1.0.0', ...by });
    const promoted = await lastEvent('both');
    await ask({ command: 'canary', name: 'both', release: '1.1.0', percent: 10, ...by });
    const undone = (await undo(promoted)) as { ok: boolean; events: { id: number }[] };
    expect([undone.ok, undone.events.length]).toEqual([true, 2]);
    expect(await entryOf('both')).toMatchObject({ version: '1.1.0' });
    const { data } = (await ask({ command: 'history', about: 'both' })) as { data: { events: StoredEvent[] } };
    expect(data.events.filter(({ undoes }) => undoes === promoted)).toHaveLength(1);
  });

  it('is refused where pages would not get what it restores', async () => {
    await publishVersions('restored', '1.0.0', '1.1.0');
    await ask({ command: 'canary', name: 'restored', release: '1.0.0', percent: 10, ...by });
    await ask({ command: 'canary end', name: 'restored', ...by });
    const ended = await lastEvent('restored');
    await ask({ command: 'releases remove', name: 'restored', release: '1.0.0', ...by });
    expect(await undo(ended)).toMatchObject({
      error: expect.stringMatching(/restored: canary 1\.0\.0: .* was removed/),
    });
  });

  it('is refused where another remote has taken a route that it restores', async () => {
    const routes = [{ path: '/gave' }, { path: '/got' }];
    const { address } = await serve('gave', '1.0.0', { description: { routes } });
    await publish(address);
    await publishVersions('gave', '1.1.0');
    await ask({ command: 'pin', name: 'gave', release: '1.0.0', ...by });
    await ask({ command: 'pin', name: 'gave', release: 'none', ...by });
    const freed = await lastEvent('gave');
    await publishVersions('got', '1.0.0');
    expect(await undo(freed)).toMatchObject({
      error: 'Pages would not get it: gave: its route /got belongs to got.',
    });
    expect(await entryOf('gave')).toMatchObject({ release: 'latest', version: '1.1.0' });
  });

  it('is refused where another remote has taken a path that it redirects again', async () => {
    const description = { routes: [{ path: '/led' }], redirects: [{ from: '/occupant', to: '/led' }] };
    const { address } = await serve('led', '1.0.0', { description });
    await publish(address);
    const next = await serve('led', '1.1.0');
    await publish(next.address, { move: true, dropRoutes: ['/occupant'] });
    await ask({ command: 'pin', name: 'led', release: '1.0.0', ...by });
    await ask({ command: 'pin', name: 'led', release: 'none', ...by });
    const freed = await lastEvent('led');
    await publishVersions('occupant', '1.0.0');
    expect(await undo(freed)).toMatchObject({
      error: 'Pages would not get it: led: its redirect from /occupant belongs to occupant.',
    });
  });
});

describe('rollback', () => {
  it('leads back step by step, until something is promoted', async () => {
    await publishVersions('steps', '1.0.0', '1.1.0', '1.2.0');
    const rollBack = () => ask({ command: 'rollback', name: 'steps', ...by });
    expect(await rollBack()).toMatchObject({ data: { from: '1.2.0', to: '1.1.0' } });
    expect(await rollBack()).toMatchObject({ data: { from: '1.1.0', to: '1.0.0' } });
    expect(await rollBack()).toMatchObject({ ok: false, error: expect.stringContaining('no release before 1.0.0') });
    expect(await entryOf('steps')).toMatchObject({ release: 'latest', version: '1.0.0' });
    await publishVersions('steps', '1.3.0');
    expect(await entryOf('steps')).toMatchObject({ version: '1.3.0' });
    expect(await rollBack()).toMatchObject({ data: { from: '1.3.0', to: '1.0.0' } });
  });

  it('leaves a pinned remote alone', async () => {
    await publishVersions('pinned', '1.0.0', '1.1.0');
    await ask({ command: 'pin', name: 'pinned', release: '1.1.0', ...by });
    expect(await ask({ command: 'rollback', name: 'pinned', ...by })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/pinned to 1\.1\.0.*pin pinned none/),
    });
  });
});

describe('registry.switch and registry.pin', () => {
  it.each([
    ['a pin', { command: 'pin', release: '1.0.0' }],
    ['a roll-back', { command: 'rollback' }],
    ['the end of a pin', { command: 'pin', release: 'latest' }],
  ])('refuse %s to a release whose route another remote has taken', async (how, command) => {
    const [name, taker] = [how.replaceAll(' ', '-'), `taker-of-${how.slice(-8).replaceAll(' ', '-')}`];
    const taken = [{ path: `/${name}` }, { path: `/${taker}` }];
    const own = [{ path: `/${name}` }];
    const isUnpinned = 'release' in command && command.release === 'latest';
    const first = await serve(name, '1.0.0', { description: { routes: isUnpinned ? own : taken } });
    const second = await serve(name, '1.1.0', { description: { routes: isUnpinned ? taken : own } });
    await publish(first.address);
    if (isUnpinned) await ask({ command: 'pin', name, release: '1.0.0', ...by });
    await publish(second.address, { move: true, promote: true, dropRoutes: [`/${taker}`] });
    const other = await serve(taker, '1.0.0');
    expect(await publish(other.address)).toMatchObject({ ok: true });
    const before = await entryOf(name);
    expect(await ask({ ...command, name, ...by })).toMatchObject({
      ok: false,
      error: expect.stringContaining(`its route /${taker} belongs to ${taker}.`),
    });
    expect(await entryOf(name)).toEqual(before);
  });

  it('change one field of one remote, with a history', async () => {
    await publishVersions('decided', '1.0.0', '1.1.0');
    const off = await ask({ command: 'off', name: 'decided', ...by });
    expect(off).toMatchObject({ data: { state: 'off', entry: { enabled: false } } });
    await ask({ command: 'off', name: 'decided', ...by });
    const pinned = await ask({ command: 'pin', name: 'decided', release: '1.0.0', ...by });
    expect(pinned).toMatchObject({ data: { release: '1.0.0', version: '1.0.0', state: 'off' } });
    await ask({ command: 'pin', name: 'decided', release: 'latest', ...by });
    expect((await historyOf('decided')).slice(0, 5)).toEqual([
      'release: "1.0.0" -> "latest"',
      'release: "latest" -> "1.0.0"',
      'enabled: true -> false',
      'promoted: "1.0.0" -> "1.1.0"',
      'published: (none) -> "1.1.0"',
    ]);
  });

  it('tell users why a remote is off, until it is switched again', async () => {
    await publishVersions('told', '1.0.0');
    const off = await ask({ command: 'off', name: 'told', text: '补货中', ...by });
    expect(off).toMatchObject({ data: { entry: { enabled: false, offText: '补货中' } } });
    const stopped = await ask({ command: 'stop', name: 'told', text: '维护中', ...by });
    expect(stopped).toMatchObject({ data: { entry: { offText: '维护中' } } });
    expect(Object((await ask({ command: 'on', name: 'told', ...by }))?.data).entry).not.toHaveProperty('offText');
    expect(await ask({ command: 'off', name: 'told', text: '<i>', ...by })).toMatchObject({
      ok: false,
      error: expect.stringContaining('text: plain words in one line'),
    });
  });

  it.each(['on', 'off'])('stop a remote until it is switched %s again, with its pin', async (again) => {
    const name = `stopped-${again}`;
    await publishVersions(name, '1.0.0');
    await ask({ command: 'pin', name, release: '1.0.0', ...by });
    const stopped = await ask({ command: 'stop', name, ...by });
    expect(stopped).toMatchObject({ data: { state: 'stopped', entry: { enabled: false, stopped: true } } });
    const after = await ask({ command: again, name, ...by });
    const entry = { enabled: again === 'on', stopped: false };
    expect(after).toMatchObject({ data: { state: again, release: '1.0.0', entry } });
    expect((await historyOf(name)).slice(0, 2)).toEqual([
      expect.stringContaining('stopped'),
      'stopped: (none) -> true',
    ]);
  });

  it.each([
    [{ command: 'off', name: 'nobody' }, /^nobody isn't in the registry\. There: /],
    [{ command: 'on', name: 'nobody' }, /^nobody isn't in the registry/],
    [{ command: 'on', name: 'toString' }, /^toString isn't in the registry/],
    [{ command: 'rollback', name: 'nobody' }, /^nobody isn't in the registry/],
    [{ command: 'releases', name: 'nobody' }, /^nobody isn't in the registry/],
    [
      { command: 'pin', name: 'known', release: '9.0.0' },
      /^known has no release 9\.0\.0; publish it first\. There: 1\.0\.0\.$/,
    ],
    [{ command: 'pin', name: 'known', release: 'newest' }, /^known has no release newest/],
  ])('refuse %j', async (request, error) => {
    if (request.name === 'known') await publishVersions('known', '1.0.0');
    const fields = request.command === 'releases' ? {} : by;
    expect(await ask({ ...request, ...fields })).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });
});

describe('canary', () => {
  const ten: Parameters<typeof canaryFields>[0] = { release: '1.1.0', percent: 10 };
  const start = (name: string, canary = ten) => ask({ command: 'canary', name, ...canaryFields(canary), ...by });
  /** 1.0.0 is stable, 1.1.0 was published without being promoted. */
  async function publishBoth(name: string) {
    await publishVersions(name, '1.0.0');
    const { address } = await serve(name, '1.1.0');
    expect(await publish(address, { move: true, promote: false })).toMatchObject({ ok: true });
  }
  const listedCanary = { ...ten, entry: { version: '1.1.0' } };

  it('starts one, lets it grow, and ends it, each with who and why', async () => {
    await publishBoth('grows');
    expect(await start('grows')).toMatchObject({ data: { version: '1.0.0', canary: listedCanary, gaveWay: [] } });
    await start('grows');
    expect(await ask({ command: 'releases', name: 'grows' })).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ version: '1.1.0', isInForce: false, percent: 10 }),
        expect.objectContaining({ version: '1.0.0', isInForce: true, percent: null }),
      ]),
    });
    const steps = { percent: 10, minutes: 30 };
    await start('grows', { ...ten, percent: 50, steps });
    expect(await ask({ command: 'canary end', name: 'grows', ...by })).toMatchObject({
      data: { version: '1.0.0', canary: null, ended: { ...ten, percent: 50, steps } },
    });
    expect((await historyOf('grows')).slice(0, 3)).toEqual([
      'canary: {"release":"1.1.0","percent":50,"steps":{"percent":10,"minutes":30}} -> (none)',
      'canary.percent: 10 -> 50; canary.steps: (none) -> {"percent":10,"minutes":30}',
      'canary: (none) -> {"release":"1.1.0","percent":10}',
    ]);
    expect(await ask({ command: 'canary end', name: 'grows', ...by })).toMatchObject({
      ok: false,
      error: 'grows has no canary that could end.',
    });
  });

  it('ends with the promotion of its release, and goes on beside that of another', async () => {
    await publishBoth('promoted');
    await start('promoted');
    await publishVersions('promoted', '1.0.1');
    expect(await entryOf('promoted')).toMatchObject({ version: '1.0.1', canary: listedCanary });
    expect(await ask({ command: 'promote', name: 'promoted', ...by })).toMatchObject({
      data: { from: '1.0.1', to: '1.1.0', promoted: true, inForce: '1.1.0', pinned: false, ended: ten },
    });
    expect(await entryOf('promoted')).toMatchObject({ version: '1.1.0', canary: null });
    expect((await historyOf('promoted'))[0]).toBe('canary: {"release":"1.1.0","percent":10} -> (none)');
    expect(await ask({ command: 'promote', name: 'promoted', ...by })).toMatchObject({
      error: 'promoted has no canary. Name the release: promote promoted 1.4.0',
    });
    expect(await ask({ command: 'promote', name: 'promoted', release: '1.1.0', ...by })).toMatchObject({
      data: { promoted: false, inForce: '1.1.0', ended: null },
    });
  });

  it('ends when its release is published with a promotion, rolled back to, or another one is pinned', async () => {
    await publishBoth('ended');
    await start('ended');
    const { address } = await serve('ended', '1.1.0');
    await publish(address, { move: true, promote: true });
    expect(await entryOf('ended')).toMatchObject({ version: '1.1.0', canary: null });
    await start('ended', { release: '1.0.0', percent: 100 });
    expect(await ask({ command: 'rollback', name: 'ended', ...by })).toMatchObject({ data: { to: '1.0.0' } });
    expect(await entryOf('ended')).toMatchObject({ version: '1.0.0', canary: null });
    await start('ended');
    expect(await ask({ command: 'pin', name: 'ended', release: 'latest', ...by })).toMatchObject({
      data: { canary: listedCanary, ended: null },
    });
    expect(await ask({ command: 'pin', name: 'ended', release: '1.0.0', ...by })).toMatchObject({
      data: { canary: null, ended: ten },
    });
  });

  it('is taken from the file that an operator edits, and refused there alike', { timeout: 20_000 }, async () => {
    await publishBoth('by-hand');
    const path = join(server.folder, 'remotes.json');
    const save = async (canary: object) => {
      const { data } = (await ask({ command: 'config show', name: 'registry' })) as { data: { file: string } };
      const file = JSON.parse(data.file);
      file.remotes['by-hand'].canary = canary;
      await writeFile(path, JSON.stringify(file));
    };
    const within = { timeout: 8_000, interval: 100 };
    await save(ten);
    await expect.poll(() => entryOf('by-hand'), within).toMatchObject({ canary: listedCanary });
    expect((await historyOf('by-hand'))[0]).toBe('canary: (none) -> {"release":"1.1.0","percent":10}');
    await save({ ...ten, percent: 101 });
    const refusal = async () => {
      const { data } = (await ask({ command: 'config list' })) as { data: { name: string; fileRefused: string }[] };
      return data.find(({ name }) => name === 'registry')?.fileRefused;
    };
    await expect.poll(refusal, within).toContain('remotes.by-hand.canary.percent: ');
    expect(await entryOf('by-hand')).toMatchObject({ canary: listedCanary });
  });

  it('rests while a document that was written by hand pins another release', async () => {
    await publishBoth('resting');
    await start('resting');
    const { data } = (await ask({ command: 'config show', name: 'registry' })) as { data: { document: string } };
    const document = JSON.parse(data.document);
    document.remotes.resting.release = '1.0.0';
    const file = { text: JSON.stringify(document) };
    expect(await ask({ command: 'config apply', name: 'registry', file, replace: true, ...by })).toMatchObject({
      error: expect.stringMatching(/^Pages would not get it: resting: canary 1\.1\.0: it rests while/),
    });
    await server.services.configuration.change('registry', { ...by, way: 'file' }, () => file.text);
    expect(await entryOf('resting')).toMatchObject({
      canary: { ...ten, entry: null },
      gaveWay: ['canary 1.1.0: it rests while the remote is pinned to 1.0.0'],
    });
  });

  it.each([
    ['nobody', {}, /^nobody isn't in the registry/],
    ['refusing', { percent: 101 }, /^percent: /],
    ['refusing', { percent: -1 }, /^percent: /],
    ['refusing', { steps: { percent: 10, minutes: 0 } }, /^every: /],
    ['refusing', { release: '9.0.0' }, /^refusing has no release 9\.0\.0; publish it first\. There: /],
    ['refusing', { release: '1.0.0' }, /^everybody gets refusing 1\.0\.0 already/],
    ['refusing', { release: '2.0.0' }, /built for contract 4\.0/],
  ])('refuses one of %s with %j', async (name, fields, error) => {
    if (name === 'refusing' && (await entryOf(name)) === undefined) {
      await publishBoth(name);
      const { address } = await serve(name, '2.0.0', { description: { contract: '4.0' } });
      await publish(address, { move: true });
    }
    expect(await start(name, { ...ten, ...fields })).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });

  it('refuses one whose routes were taken meanwhile, and its promotion', async () => {
    await publishVersions('taken', '1.0.0');
    const { address } = await serve('taken', '1.1.0', { description: { routes: [{ path: '/taken-new' }] } });
    await publish(address, { move: true, promote: false, dropRoutes: ['/taken'] });
    const other = await serve('taker', '1.0.0', { description: { routes: [{ path: '/taken-new' }] } });
    await publish(other.address);
    const error = expect.stringContaining('its route /taken-new belongs to taker.');
    expect(await start('taken')).toMatchObject({ ok: false, error });
    expect(await ask({ command: 'promote', name: 'taken', release: '1.1.0', ...by })).toMatchObject({ error });
  });
});

describe('promote', () => {
  it.each([
    [{ name: 'nobody' }, /^nobody isn't in the registry/],
    [{ name: 'first', release: '9.0.0' }, /^first has no release 9\.0\.0; publish it first\. There: 1\.0\.0\.$/],
  ])('refuses %j', async (fields, error) =>
    expect(await ask({ command: 'promote', ...fields, ...by })).toMatchObject({
      ok: false,
      error: expect.stringMatching(error),
    }),
  );

  it('waits below a pin', async () => {
    await publishVersions('below-a-pin', '1.0.0', '1.1.0');
    await ask({ command: 'pin', name: 'below-a-pin', release: '1.1.0', ...by });
    expect(await ask({ command: 'promote', name: 'below-a-pin', release: '1.0.0', ...by })).toMatchObject({
      data: { from: '1.1.0', promoted: true, inForce: '1.1.0', pinned: true },
    });
  });
});
