import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../program/clock.ts';
import { commands } from '../../commands/all.ts';
import { decideDraw, registerDraw } from '../../testing/draw-releases.ts';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readOutcomes } from './read-health.ts';
import { pruneReleaseViews } from './release-views.ts';
import { releaseViews } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

type View = typeof releaseViews.$inferInsert;
let pages = 0;
const view = (version: string, over: Partial<View> = {}): View => ({
  page: `page ${(pages += 1)}`,
  remote: 'draw',
  version,
  visitor: `visitor ${pages}`,
  opened: true,
  firstAt: new Date(),
  ...over,
});
const untold = { at: null, message: null, browsers: [] };
const threw = { failedPhase: 'render', failedReason: 'threw' };

async function start(database: string): Promise<TestServer> {
  const url = database === 'postgresql' ? await postgres?.database('health') : undefined;
  const server = await startTestServer(url === undefined ? {} : { DATABASE_URL: url });
  await registerDraw(server, { versions: ['1.3.0', '1.4.0', '1.5.0'], stable: '1.4.0' });
  await decideDraw(server, { canary: { release: '1.5.0', percent: 10 } });
  return server;
}

describe.skipIf(postgres === null).each(['postgresql'])('the health of releases on %s', describeHealth);
describe.each(['the embedded database'])('the health of releases on %s', describeHealth);

function describeHealth(database: string): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(database);
  });
  afterAll(() => server.close());
  const ask = async (request: object) =>
    (await askOperator(join(server.folder, 'operator.sock'), { command: 'health', ...request }))[0];
  const healthOf = async (request: object = { name: 'draw' }) =>
    v.parse(commands['health'].answer, (await ask(request))?.data);

  it('names what pages get before any page has shown it', async () => {
    const none = { views: 0, visitors: 0, opens: 0, failed: 0, failures: [] };
    const unmeasured = { load: null, lcp: null, inp: null, cls: null };
    expect(await healthOf()).toEqual({
      name: 'draw',
      hours: 24,
      truncated: false,
      releases: [
        { version: '1.4.0', state: 'stable', percent: null, ...none, ...unmeasured },
        { version: '1.5.0', state: 'canary', percent: 10, ...none, ...unmeasured },
      ],
    });
  });

  it('counts visitors, opens and failures of each release, with percentiles of what was measured', async () => {
    const times = Array.from({ length: 100 }, (_, n) => ({
      load: (n + 1) * 10,
      lcp: n + 1,
      inp: null,
      cls: n / 1_000,
    }));
    await server.queries
      .insert(releaseViews)
      .values([
        ...times.map((measured, n) =>
          view('1.4.0', { ...measured, visitor: n < 60 ? 'often here' : `visitor of ${n}` }),
        ),
        view('1.4.0', { visitor: null, opened: false, failedPhase: 'entry', failedReason: 'network' }),
        ...[1, 2].map(() => view('1.5.0', { ...threw, visitor: 'unlucky' })),
        view('1.5.0', { failedPhase: 'entry', failedReason: 'missing', opened: false }),
        view('1.3.0', { firstAt: new Date(Date.now() - 30 * HOUR_MS) }),
        view('1.5.0', { remote: 'contest' }),
      ]);
    const {
      releases: [stable, canary, ...rest],
    } = await healthOf();
    expect(stable).toEqual({
      version: '1.4.0',
      state: 'stable',
      percent: null,
      views: 101,
      visitors: 41,
      opens: 100,
      failed: 1,
      failures: [{ phase: 'entry', reason: 'network', views: 1, ...untold }],
      load: { p50: 500, p75: 750, p95: 950 },
      lcp: 75,
      inp: null,
      cls: 0.074,
    });
    expect(canary).toMatchObject({
      state: 'canary',
      percent: 10,
      views: 3,
      visitors: 2,
      opens: 2,
      failed: 3,
      load: null,
    });
    expect(canary?.failures).toEqual([
      { phase: 'render', reason: 'threw', views: 2, ...untold },
      { phase: 'entry', reason: 'missing', views: 1, ...untold },
    ]);
    expect(rest).toEqual([]);
    const longer = await healthOf({ name: 'draw', hours: 48 });
    expect(longer.releases.slice(2)).toMatchObject([{ version: '1.3.0', state: 'earlier', visitors: 1 }]);
    const asked = { remote: 'draw', versions: ['1.4.0', '1.5.0'], since: new Date(0) };
    expect(await readOutcomes(server.queries, asked)).toEqual([
      { version: '1.4.0', visitors: 41, failed: 0, opens: 100 },
      { version: '1.5.0', visitors: 2, failed: 2, opens: 2 },
    ]);
    await pruneReleaseViews(server.queries, Date.now(), { kept: 1 });
    expect((await healthOf()).releases.reduce((sum, { views }) => sum + views, 0)).toBeLessThan(101);
  });

  it('shows what pages get, however many other releases were named later', async () => {
    const versions = Array.from({ length: 25 }, (_, patch) => `0.1.${patch}`);
    await server.queries.delete(releaseViews);
    await server.queries
      .insert(releaseViews)
      .values([
        view('1.4.0', { firstAt: new Date(Date.now() - 60_000) }),
        view('1.5.0', { firstAt: new Date(Date.now() - 60_000) }),
        ...versions.map((version) => view(version)),
      ]);
    expect((await healthOf()).releases.slice(0, 3)).toMatchObject([
      { version: '1.4.0', state: 'stable', views: 1 },
      { version: '1.5.0', state: 'canary', views: 1 },
      { state: 'earlier', views: 1 },
    ]);
  });

  it.each([{ name: 'drwa' }, { name: 'draw', hours: 0 }, { name: 'draw', hours: 337 }, { name: 'DRAW; drop' }, {}])(
    'refuses %j',
    async (request) => expect(await ask(request)).toMatchObject({ ok: false }),
  );

  it('says which remote was meant', async () =>
    expect(await ask({ name: 'drwa' })).toMatchObject({ error: expect.stringContaining('Did you mean draw?') }));
}
