import { randomUUID } from 'node:crypto';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../program/clock.ts';
import { advisoryLocks, exclusively } from '../../database/exclusive-connection.ts';
import { releaseViews } from '../../visits/health/tables.ts';
import { events as history, isPromotion } from '../../history/tables.ts';
import { insertPromotion } from '../registry/releases.ts';
import { bucketOf } from '../../visits/visitor.ts';
import { decideDraw, newTag, opened, registerDraw, threw } from '../../testing/draw-releases.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createPageId } from '../../visits/page-id.ts';
import { createWatch } from './watch-releases.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const [stable, canary] = ['1.4.0', '1.5.0'];
const PERCENT = 10;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  await registerDraw(server, { versions: [stable, canary], stable });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.queries.delete(releaseViews);
  await decideDraw(server);
  await decideDraw(server, { canary: { release: canary, percent: PERCENT } });
});

/** Tags of visitors like no others, in the canary or outside of it. */
function newTags(count: number, inCanary: boolean): string[] {
  const tags: string[] = [];
  while (tags.length < count) {
    const tag = newTag();
    if (bucketOf(tag, 'draw') < PERCENT === inCanary) tags.push(tag);
  }
  return tags;
}

const pageOf = (tag: string) => createPageId(server.services.pageIdKey, Date.now(), tag);

/** @param address of the browsers, through a proxy */
async function send(events: readonly object[], address: string): Promise<void> {
  for (let at = 0; at < events.length; at += 50) {
    const body = JSON.stringify({ events: events.slice(at, at + 50) });
    const headers = { 'x-forwarded-for': address };
    const answer = await fetch(`${server.url}/track`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ code: 0, data: { refused: 0 } });
  }
}

/** Each visitor in a network of its own, straight into the table; `failed` of them met a failure. */
async function seen(version: string, visitors: number, failed: number, over: object = {}): Promise<void> {
  const tags = newTags(visitors, version === canary);
  await server.queries.insert(releaseViews).values(
    tags.map((visitor, number) => ({
      page: randomUUID(),
      remote: 'draw',
      version,
      visitor,
      network: number.toString(16).padStart(4, '0'),
      opened: true,
      ...(number < failed && { failedPhase: 'render', failedReason: 'threw' }),
      firstAt: new Date(),
      ...over,
    })),
  );
}

const look = (services = server.services) => createWatch(services).run();
const latest = ({ services } = server) => services.configuration.current('registry');
const isTaken = (of = server) => latest(of).changedBy === 'roll-back';

describe('a canary that fails for its visitors', () => {
  it('is taken back by a row that has the figures, once, and nobody gets it any more', async () => {
    await seen(canary, 20, 18);
    await seen(stable, 60, 1);
    const [visitor = ''] = newTags(1, true);
    expect(server.services.registry.current({ visitor }).registry.remotes['draw']?.version).toBe(canary);
    server.services.metrics.registry.resetMetrics();
    server.logged.length = 0;
    const jobs = [createWatch(server.services), createWatch(server.services)];
    await Promise.all(jobs.map((job) => job.run()));
    expect(latest()).toMatchObject({
      changedBy: 'roll-back',
      way: 'program',
      why:
        '1.5.0 failed for 18 of 20 visitors (90 %), 1.4.0 for 1 of 60 visitors (1.7 %) in the same time. ' +
        'One canary in 1,000,000 that is no worse looks like this by chance. Mostly: render threw (18 visitors).',
    });
    expect(JSON.parse(latest().document)).toEqual({
      version: 2,
      remotes: { draw: { enabled: true, release: 'latest' } },
    });
    expect(server.services.registry.current({ visitor }).registry.remotes['draw']?.version).toBe(stable);
    expect(server.logged.filter((line) => line.includes('canaryTakenBack'))).toHaveLength(1);
    expect(await server.services.metrics.registry.metrics()).toContain('fridge_rollbacks_total{remote="draw"} 1');
  });

  it('stays while it is switched off', async () => {
    await seen(canary, 40, 40);
    await seen(stable, 60, 1);
    const off = {
      ...server.services.settings.current(),
      releases: { ...server.services.settings.current().releases, rollBack: false, rollout: null },
    };
    await look({ ...server.services, settings: { ...server.services.settings, current: () => off } });
    expect(isTaken()).toBe(false);
  });

  it('may be started again by a person: only what comes from then on counts', async () => {
    await seen(canary, 40, 40);
    await seen(stable, 60, 1);
    await look();
    expect(isTaken()).toBe(true);
    await decideDraw(server, { canary: { release: canary, percent: PERCENT } });
    await look();
    expect(isTaken()).toBe(false);
    await seen(canary, 20, 20);
    await seen(stable, 60, 1);
    await look();
    expect(isTaken()).toBe(true);
  });

  it('counts its visitors from its start, also while it grows', async () => {
    await seen(canary, 20, 20);
    await seen(stable, 60, 1);
    await decideDraw(server, {
      canary: { release: canary, percent: PERCENT * 2, steps: { percent: 10, minutes: 30 } },
    });
    await look();
    expect(isTaken()).toBe(true);
  });

  it('is taken back where it is the release before', async () => {
    const by = { by: 'tester', why: '', way: 'team' as const, command: 'promote' };
    await insertPromotion(server.queries, { name: 'draw', version: canary }, by, server.services.clock);
    await decideDraw(server, { canary: { release: stable, percent: 100 } });
    await seen(stable, 30, 29);
    await look();
    await server.queries.delete(history).where(eq(history.command, 'promote'));
    expect(isTaken()).toBe(true);
    expect(latest().why).toMatch(/^1.4.0 failed for 29 of 30 visitors/);
  });

  it('is compared with a new stable release from the promotion on', async () => {
    await seen(canary, 20, 20);
    await seen(stable, 60, 1);
    const by = { by: 'tester', why: '', way: 'team' as const, command: 'promote' };
    const clock = { real: () => Date.now() + 50, business: () => Date.now(), businessStart: null };
    await insertPromotion(server.queries, { name: 'draw', version: stable }, by, clock);
    await look();
    await server.queries.delete(history).where(eq(history.command, 'promote'));
    expect(isTaken()).toBe(false);
  });

  it('is taken back at 100 %, where stable has no visitors', async () => {
    await decideDraw(server, { canary: { release: canary, percent: 100 } });
    await seen(canary, 30, 29);
    await look();
    expect(latest().why).toMatch(/^1.5.0 failed for 29 of 30 visitors \(96.7 %\), 1.4.0 has too few visitors/);
  });

  it('is taken back after the clock was set back', async () => {
    vi.spyOn(server.services.clock, 'real').mockReturnValue(Date.now() - 60 * MINUTE_MS);
    const job = createWatch(server.services, { rest: 0 });
    await job.run();
    await seen(canary, 20, 20, { firstAt: new Date(Date.now() - 59 * MINUTE_MS) });
    await seen(stable, 60, 1, { firstAt: new Date(Date.now() - 59 * MINUTE_MS) });
    await job.run();
    vi.restoreAllMocks();
    expect(isTaken()).toBe(true);
  });
});

describe('a promotion in its first hour', () => {
  const inForce = () => server.services.registry.current().registry.remotes['draw']?.version;
  const by = { by: 'tester', why: '', way: 'team' as const, command: 'promote' };
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
  const promote = async (minutesAgo: number) => {
    const clock = { real: () => ago(minutesAgo).getTime(), business: () => Date.now(), businessStart: null };
    await insertPromotion(server.queries, { name: 'draw', version: canary }, by, clock);
    await server.services.registry.refresh();
    expect(inForce()).toBe(canary);
  };
  beforeEach(() => decideDraw(server));
  afterEach(async () => {
    await server.queries.delete(history).where(and(isPromotion(history), ne(history.command, 'publish')));
    await server.services.registry.refresh();
  });
  const before = { firstAt: ago(30) };
  const told = (event = 'promotionHeld') =>
    server.logged.filter((line) => line.includes(event)).map((line) => JSON.parse(line));

  it('is rolled back, compared with the release before it, once', async () => {
    await promote(10);
    await seen(canary, 20, 18);
    await seen(stable, 60, 1, before);
    await look();
    await look();
    expect(inForce()).toBe(stable);
    const [event] = await server.queries.select().from(history).orderBy(desc(history.id)).limit(1);
    expect(event).toMatchObject({
      by: 'roll-back',
      way: 'program',
      command: 'rollback',
      changes: [{ path: 'promoted', before: canary, after: stable }],
      why: expect.stringMatching(
        /^1.5.0 failed for 18 of 20 visitors \(90 %\), 1.4.0 for 1 of 60 visitors \(1.7 %\) in the hour before. One release/,
      ),
    });
  });

  it.each([
    ['noBaseline', () => Promise.resolve()],
    [
      'othersFail',
      async () => {
        await seen(stable, 60, 1, before);
        await seen('1.0.0', 60, 1, { ...before, remote: 'contest' });
        await seen('1.0.0', 40, 20, { remote: 'contest' });
      },
    ],
  ])('stays, and is told of once: %s', async (because, others) => {
    await promote(10);
    await seen(canary, 20, 18);
    await others();
    server.logged.length = 0;
    const job = createWatch(server.services, { rest: 0 });
    await job.run();
    await job.run();
    expect(inForce()).toBe(canary);
    expect(told()).toMatchObject([{ because, release: canary }]);
  });

  it('is told of once, whatever holds it later and beside a canary that waits', async () => {
    await promote(10);
    const steps = { percent: 10, minutes: 1 };
    await decideDraw(server, { canary: { release: stable, percent: PERCENT, steps } });
    await server.queries
      .update(history)
      .set({ at: ago(2) })
      .where(eq(history.document, 'registry'));
    await seen(canary, 20, 18);
    server.logged.length = 0;
    const job = createWatch(server.services, { rest: 0 });
    await job.run();
    await job.run();
    await seen(stable, 60, 1, before);
    await seen('1.0.0', 60, 1, { ...before, remote: 'contest' });
    await seen('1.0.0', 40, 20, { remote: 'contest' });
    await job.run();
    await job.run();
    expect(inForce()).toBe(canary);
    expect(told()).toMatchObject([{ event: 'promotionHeld', because: 'noBaseline' }]);
    expect(told('canaryHeld')).toHaveLength(1);
  });

  it('stays once its hour is over', async () => {
    await promote(61);
    await seen(canary, 20, 18);
    await seen(stable, 60, 1, { firstAt: ago(90) });
    await look();
    expect(inForce()).toBe(canary);
  });
});

describe('a canary stays', () => {
  it.each([
    ['without visitors', [0, 0], [0, 0]],
    ['of too few visitors', [19, 19], [60, 0]],
    ['that fails as stable does', [40, 8], [120, 24]],
    ['that never fails', [40, 0], [120, 24]],
  ])('%s', async (_, [visitors = 0, failed = 0], [others = 0, othersFailed = 0]) => {
    if (visitors > 0) await seen(canary, visitors, failed);
    if (others > 0) await seen(stable, others, othersFailed);
    await look();
    expect(isTaken()).toBe(false);
  });

  it('that was good before, and whose new failures are of one visitor', async () => {
    await seen(canary, 20, 0);
    await seen(stable, 60, 1);
    const [tag = ''] = newTags(1, true);
    await send(
      Array.from({ length: 100 }, () => threw(pageOf(tag), { version: canary })),
      '192.0.2.1',
    );
    await look();
    expect(isTaken()).toBe(false);
  });

  it('that somebody changed while it was judged, until the next look', async () => {
    await seen(canary, 20, 20);
    await seen(stable, 60, 0);
    const job = createWatch(server.services);
    const { change } = server.services.configuration;
    vi.spyOn(server.services.configuration, 'change').mockImplementation(async (name, by, next) => {
      // Somebody decides in between.
      vi.restoreAllMocks();
      await decideDraw(server, { canary: { release: canary, percent: 30 } });
      return change(name, by, next);
    });
    await job.run();
    expect(isTaken()).toBe(false);
    await look();
    expect(isTaken()).toBe(true);
  });
});

describe('forged events change nothing', () => {
  beforeEach(async () => {
    await seen(canary, 25, 0);
    await seen(stable, 75, 1);
  });
  const flood = 100;
  const events = (pageIds: readonly (string | undefined)[], version = canary) =>
    pageIds.map((pageId) => threw(pageId, { version }));

  it.each([
    ['without a page id', () => events(Array.from({ length: flood }, () => undefined))],
    ['signed by another key', () => events(newTags(flood, true).map((tag) => createPageId('x', Date.now(), tag)))],
    ['of visitors outside of the canary', () => events(newTags(flood, false).map(pageOf))],
    [
      'of one view that somebody else had, again and again',
      () => {
        const [copied = ''] = newTags(1, true).map(pageOf);
        return events(Array.from({ length: flood }, () => copied));
      },
    ],
    ['of visitors that one address made in series', () => events(newTags(flood, true).map(pageOf))],
  ])('%s', async (_, forged) => {
    await send(forged(), '203.0.113.7');
    await look();
    expect(isTaken()).toBe(false);
  });

  it('of visitors that three networks made, beside visitors of stable in proportion', async () => {
    for (const address of ['203.0.113.7', '198.51.100.9', '2001:db8:1::1']) {
      await send(events(newTags(25, true).map(pageOf)), address);
      await send(
        newTags(75, false).map((tag) => opened(pageOf(tag), { version: stable })),
        address,
      );
    }
    await look();
    expect(isTaken()).toBe(false);
  });
});

describe('a canary that fails for half is taken back all the same', () => {
  beforeEach(async () => {
    await seen(canary, 60, 30);
    await seen(stable, 180, 2);
  });
  const network = 'ffff';

  it('beside 1,500 good visits from one address', async () => {
    await seen(canary, 1_500, 0, { network });
    await look();
    expect(isTaken()).toBe(true);
  });

  it('beside 400 visits from one address, for which stable failed', async () => {
    await seen(stable, 400, 400, { network });
    await look();
    expect(isTaken()).toBe(true);
  });
});

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  it('looks in one process at a time', async () => {
    const url = (await postgres?.database('roll_back')) ?? '';
    const own = await startTestServer({ DATABASE_URL: url });
    try {
      await registerDraw(own, { versions: [stable, canary], stable });
      await decideDraw(own, { canary: { release: canary, percent: 100 } });
      await own.queries.insert(releaseViews).values(
        newTags(40, true).map((visitor) => ({
          page: visitor,
          remote: 'draw',
          version: canary,
          visitor,
          failedPhase: 'entry',
          failedReason: 'missing',
          firstAt: new Date(),
        })),
      );
      await exclusively({ connectionString: url }, advisoryLocks.rollBack, () => look(own.services));
      expect(isTaken(own)).toBe(false);
      await look(own.services);
      expect(isTaken(own)).toBe(true);
    } finally {
      await own.close();
    }
  });

  it('takes back a canary behind 200,000 later page views of one network', async () => {
    const url = (await postgres?.database('flood')) ?? '';
    const own = await startTestServer({ DATABASE_URL: url });
    try {
      await registerDraw(own, { versions: [stable, canary], stable });
      await decideDraw(own, { canary: { release: canary, percent: PERCENT } });
      const row = { remote: 'draw', opened: true, firstAt: new Date() };
      const others = (version: string, count: number, fault: object = {}) =>
        newTags(count, version === canary).map((visitor, number) => ({
          ...row,
          ...fault,
          page: visitor,
          visitor,
          version,
          network: number.toString(16).padStart(4, '0'),
        }));
      const fault = { failedPhase: 'render', failedReason: 'threw' };
      await own.queries.insert(releaseViews).values([...others(canary, 30, fault), ...others(stable, 90)]);
      // In parts, each within the statement limit of a slow machine.
      for (let from = 0; from < 201_000; from += 20_100)
        await own.queries.execute(sql`
          insert into release_views (page, remote, version, visitor, network, opened, first_at)
          select 'p' || view, 'draw', ${canary}, 'v' || view, 'ffff', true, now()
          from generate_series(${from} + 1, ${from + 20_100}::int) as view`);
      await look(own.services);
      expect(isTaken(own)).toBe(true);
    } finally {
      await own.close();
    }
  });
});
