import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { releaseViews } from '../../visits/health/tables.ts';
import { newTag } from '../../testing/draw-releases.ts';
import { changesText, type StoredEvent } from '../../history/events.ts';
import { askOperator, canaryFields } from '../../testing/operator.ts';
import { type ReleaseOrigin, serveRelease } from '../../testing/release-origin.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createWatch } from './watch-releases.ts';

let server: TestServer;
const origins: ReleaseOrigin[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  origins.forEach((origin) => origin.close());
  await server.close();
});

const by = { by: '王梅', why: 'a test' };
const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];
const runOnce = () => createWatch(server.services).run();
const heldSeconds = async (name: string) =>
  (await server.services.metrics.registry.getSingleMetric('fridge_canary_held_seconds')?.get())?.values.find(
    ({ labels }) => labels['remote'] === name,
  )?.value;

/** With 1.0.0 for everybody, and this canary of 1.1.0. */
async function publishWithCanary(
  name: string,
  canary: Omit<Parameters<typeof canaryFields>[0], 'release'>,
  window?: string,
) {
  for (const version of ['1.0.0', '1.1.0']) {
    const route = { path: `/${name}`, ...(version === '1.1.0' && { window }) };
    const origin = await serveRelease({ description: { name, version, routes: [route] } });
    origins.push(origin);
    const promote = version === '1.0.0' ? undefined : false;
    const published = await ask({ command: 'publish', address: origin.address, move: true, promote, ...by });
    expect(published).toMatchObject({ ok: true });
  }
  const started = await ask({ command: 'canary', name, ...canaryFields({ release: '1.1.0', ...canary }), ...by });
  expect(started).toMatchObject({ ok: true });
}
/** Each by somebody else, in a network of its own unless given; the first `failed` of them met a failure. */
const visit = (remote: string, visitors: number, { failed = 0, networks = visitors, from = 0 } = {}) =>
  server.queries.insert(releaseViews).values(
    Array.from({ length: visitors }, (_, number) => ({
      page: randomUUID(),
      remote,
      version: '1.1.0',
      visitor: newTag(),
      network: (from + (number % networks)).toString(16).padStart(4, '0'),
      opened: true,
      ...(number < failed && { failedPhase: 'render', failedReason: 'threw' }),
      firstAt: new Date(),
    })),
  );
const pass = (minutes: number) =>
  server.queries.execute(sql`update events set at = at - ${`${minutes} min`}::interval`);
const remoteOf = async (name: string) => {
  const { data } = (await ask({ command: 'remotes' })) as { data: { remotes: { name: string }[] } };
  return data.remotes.find((remote) => remote.name === name);
};
const percentOf = async (name: string) => ((await remoteOf(name)) as { canary?: { percent: number } }).canary?.percent;
const historyOf = async (name: string) => {
  const { data } = (await ask({ command: 'history', about: name })) as { data: { events: StoredEvent[] } };
  return data.events.map(({ changes, ...event }) => ({ ...event, change: changesText(changes) }));
};
const steps = { percent: 40, minutes: 30 };
/** Of a watch of the test's own. */
function telling() {
  const told: object[] = [];
  return {
    told,
    log: { info: () => undefined, warn: (fields: object) => void told.push(fields), error: () => undefined },
  };
}

describe('a canary with a timetable', () => {
  it('grows step by step, is promoted at the end, and the history says by what', async () => {
    await publishWithCanary('grown', { percent: 40, steps });
    await runOnce();
    expect(await percentOf('grown')).toBe(40);
    for (const percent of [80, 100]) {
      await visit('grown', percent);
      await pass(31);
      await runOnce();
      await runOnce();
      expect(await percentOf('grown')).toBe(percent);
    }
    await pass(31);
    await runOnce();
    expect(await remoteOf('grown')).toMatchObject({ version: '1.1.0', canary: null });
    const author = { by: 'timetable', way: 'program' };
    expect((await historyOf('grown')).slice(0, 4)).toMatchObject([
      { change: expect.stringMatching(/canary: .* -> \(none\)$/), ...author },
      { change: expect.stringMatching(/^promoted: "1\.0\.0" -> "1\.1\.0"$/), ...author },
      { change: expect.stringMatching(/canary\.percent: 80 -> 100$/), why: 'held at 80 % for 30 minutes: 20 % more' },
      { change: expect.stringMatching(/canary\.percent: 40 -> 80$/), ...author },
    ]);
    await pass(31);
    await runOnce();
    expect(await historyOf('grown')).toHaveLength(9);
  });

  it('takes one step of a clock that jumped by a year, in any number of processes, and none back', async () => {
    await publishWithCanary('jumped', { percent: 10, steps: { percent: 10, minutes: 30 } });
    await visit('jumped', 80);
    await pass(60 * 24 * 365);
    await Promise.all([runOnce(), runOnce(), runOnce()]);
    await runOnce();
    expect(await percentOf('jumped')).toBe(20);
    await pass(-60 * 24 * 365);
    await runOnce();
    expect(await percentOf('jumped')).toBe(20);
    await pass(60 * 24 * 365);
  });

  it('begins its interval anew with what is decided of its remote, and not with other remotes', async () => {
    await publishWithCanary('anew', { percent: 10, steps });
    await visit('anew', 80);
    await pass(29);
    await ask({ command: 'off', name: 'anew', ...by });
    await pass(31);
    await runOnce();
    expect(await percentOf('anew')).toBe(10);
    await ask({ command: 'on', name: 'anew', ...by });
    await pass(29);
    await ask({ command: 'off', name: 'grown', ...by });
    await runOnce();
    expect(await percentOf('anew')).toBe(10);
    await pass(2);
    await runOnce();
    expect(await percentOf('anew')).toBe(50);
  });

  it.each([
    ['taken back', { command: 'canary end' }, undefined],
    ['given another percentage', { command: 'canary', release: '1.1.0', percent: 5 }, 5],
    ['pinned', { command: 'pin', release: '1.0.0' }, undefined],
  ])('stops when it is %s', async (how, command, percent) => {
    const name = how.replaceAll(' ', '-');
    await publishWithCanary(name, { percent: 10, steps });
    await visit(name, 80);
    await ask({ ...command, name, ...by });
    await pass(31);
    await runOnce();
    expect(await percentOf(name)).toBe(percent);
  });

  it('stays at 100 % while its release cannot be promoted, and the log says why once for each', async () => {
    const names = ['stuck', 'stuck-too'];
    for (const name of names) {
      await publishWithCanary(name, { percent: 100, steps }, 'draw');
      await visit(name, 80);
    }
    // For the server's own watch as well, which may run meanwhile.
    const settings = server.services.settings.current();
    vi.spyOn(server.services.settings, 'current').mockReturnValue({ ...settings, windows: {} });
    await pass(31);
    const { told, log } = telling();
    const timetable = createWatch({ ...server.services, log }, { rest: 0 });
    await timetable.run();
    await timetable.run();
    expect(told).toEqual(
      names.map((remote) =>
        expect.objectContaining({
          event: 'canaryNotPromoted',
          remote,
          problems: [expect.stringContaining("which the settings don't have")],
        }),
      ),
    );
    for (const name of names) expect(await percentOf(name)).toBe(100);
  });

  it('grows from 0 % by the clock alone, since nobody has had it', async () => {
    await publishWithCanary('zero', { percent: 0, steps });
    await pass(31);
    await runOnce();
    expect(await percentOf('zero')).toBe(40);
  });

  it.each([
    ['all', 100, () => visit('all', 20, { failed: 20 }), 'worse'],
    ['nearly-half', 100, () => visit('nearly-half', 100, { failed: 45 }), 'failsMore'],
    [
      'in-three-networks',
      100,
      async () => {
        await visit('in-three-networks', 39, { failed: 39, networks: 3 });
        await visit('in-three-networks', 1, { failed: 1, from: 3 });
      },
      'fewNetworks',
    ],
    ['few', 100, () => visit('few', 19), 'fewVisitors'],
    ['few-more', 10, () => visit('few-more', 40), 'notShown'],
    ['at-ten', 10, () => visit('at-ten', 100, { failed: 11 }), 'failsMore'],
  ])('is held, however long it takes, and told of once: %s', async (name, percent, seen, because) => {
    await publishWithCanary(name, { percent, steps });
    await seen();
    await pass(25 * 60);
    // Of this timetable alone: the server's own may run meanwhile.
    const { told, log } = telling();
    const current = () => ({
      ...server.services.settings.current(),
      releases: { ...server.services.settings.current().releases, rollBack: false, rollout: null },
    });
    const settings = { ...server.services.settings, current };
    const timetable = createWatch({ ...server.services, log, settings }, { rest: 0 });
    await timetable.run();
    await timetable.run();
    expect(await remoteOf(name)).toMatchObject({ version: '1.0.0', canary: { percent } });
    expect(told.filter((fields) => 'remote' in fields && fields.remote === name)).toMatchObject([
      { event: 'canaryHeld', because },
    ]);
    expect(await heldSeconds(name)).toBeGreaterThan(24 * 60 * 60);
    await ask({ command: 'canary end', name, ...by });
    await timetable.run();
    expect(await heldSeconds(name)).toBeUndefined();
  });
});
