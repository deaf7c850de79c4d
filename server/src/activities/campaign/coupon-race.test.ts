import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../database/database.ts';
import { openPostgresql } from '../../database/open-postgresql.ts';
import { answerQuestion, fetchQuestion } from '../../testing/client.ts';
import {
  answerRight,
  COUPONS_LEFT,
  expectExactlyTen,
  lineUp,
  type Outcome,
  RACERS,
} from '../../testing/coupon-race.ts';
import { addHouseholds } from '../../testing/households.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { longLimits, startTestServer, testEnvironment } from '../../testing/test-server.ts';
import { grantPools, grants } from './tables.ts';

const count = (outcomes: readonly (Outcome | null)[], wanted: Outcome | null) =>
  outcomes.filter((outcome) => outcome === wanted).length;

it('200 concurrent right answers grant exactly the 10 coupons, embedded', { timeout: 120_000 }, async () => {
  const server = await startTestServer(longLimits);
  try {
    const racers = await lineUp(server.queries, [server.url]);
    const outcomes = await Promise.all(racers.map((racer) => answerRight(racer, server.url)));
    expect([count(outcomes, 'granted'), count(outcomes, 'refused')]).toEqual([COUPONS_LEFT, RACERS - COUPONS_LEFT]);
    await expectExactlyTen(server.queries);
  } finally {
    await server.close();
  }
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  '200 concurrent right answers grant exactly the 10 coupons while PostgreSQL restarts',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer({
      DATABASE_URL: (await postgres?.database('restarted')) ?? '',
      ADDRESS_LIMIT_PER_MINUTE: '1000000',
    });
    try {
      const racers = await lineUp(server.queries, [server.url]);
      let granted = 0;
      let restarted: Promise<void> | undefined;
      let unanswered = 0;
      const away = new EventEmitter();
      const isAway = once(away, 'begun');
      const untilOneFails = () => {
        away.emit('begun');
        return vi.waitFor(() => expect(unanswered).toBeGreaterThan(0), 10_000);
      };
      const outcomes = await Promise.all(
        racers.map(async (racer, index) => {
          if (index % 2 === 1) await isAway;
          for (;;) {
            const outcome = await answerRight(racer, server.url).catch(() => null);
            if (outcome === 'granted' && (granted += 1) === 3) restarted = postgres?.restart(untilOneFails);
            if (outcome !== null) return outcome;
            unanswered += 1;
            await sleep(200);
          }
        }),
      );
      await restarted;
      await expectExactlyTen(server.queries);
      // Every holder of a coupon received the answer, also if the first answer was lost.
      expect(outcomes.filter((outcome) => outcome !== 'refused')).toHaveLength(COUPONS_LEFT);
    } finally {
      await server.close();
    }
  },
);

describe.skipIf(postgres === null)('on PostgreSQL, two server processes on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fridge-race-'));
  let database: OpenDatabase;
  let url = '';
  let processes: [ServerProcess, ServerProcess, ...ServerProcess[]];
  const start = (name: string) =>
    startServerProcess(
      testEnvironment(join(folder, name), { ...longLimits, DATABASE_URL: url, MIGRATE_ON_START: '1' }),
    );
  beforeAll(async () => {
    url = (await postgres?.database('race', { empty: true })) ?? '';
    // Both start on an empty database at once: one of them migrates and seeds.
    processes = await Promise.all([start('first'), start('second')]);
    database = openPostgresql(url, () => undefined);
  }, 120_000);
  afterAll(async () => {
    await Promise.all((processes ?? []).map((server) => server.end('SIGTERM')));
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    '200 concurrent right answers grant exactly the 10 coupons while one process is killed',
    { timeout: 120_000 },
    async () => {
      const [doomed, survivor] = processes;
      const racers = await lineUp(database.queries, [doomed.url, survivor.url]);
      let granted = 0;
      let killed: Promise<unknown> | undefined;
      const first = await Promise.all(
        racers.map(async (racer, index): Promise<Outcome | null> => {
          const outcome = await answerRight(racer, index % 2 === 0 ? doomed.url : survivor.url).catch(() => null);
          if (outcome === 'granted' && (granted += 1) === 3) killed = doomed.end('SIGKILL');
          return outcome;
        }),
      );
      await killed;
      const lost = racers.filter((_, index) => first[index] === null);
      expect(lost.length).toBeGreaterThan(0);

      // Unanswered racers repeat the same answer at the surviving process.
      const again = await Promise.all(lost.map((racer) => answerRight(racer, survivor.url)));
      await expectExactlyTen(database.queries);
      // A repeated answer confirms the grant, so every holder knows.
      expect(count([...first, ...again], 'granted')).toBe(COUPONS_LEFT);
    },
  );

  it(
    'the same right answer sent to both at once is granted once, and every response says so',
    { timeout: 60_000 },
    async () => {
      const [, survivor] = processes;
      const successor = await start('third');
      processes.push(successor);
      await database.queries.update(grantPools).set({ cap: RACERS });
      const households = await addHouseholds(database.queries, 10);
      const answers = await Promise.all(
        households.map(async (household) => {
          const { questionId, right } = await fetchQuestion(household, survivor.url);
          const requestId = randomUUID();
          const sent = [survivor.url, successor.url, survivor.url, successor.url, survivor.url, successor.url];
          return Promise.all(sent.map((to) => answerQuestion(household, to, questionId, right, requestId)));
        }),
      );
      for (const answer of answers.flat()) expect(answer).toEqual({ code: 0, msg: '', data: { correct: true } });
      const held = await database.queries
        .select()
        .from(grants)
        .where(
          inArray(
            grants.userId,
            households.map(({ userId }) => userId),
          ),
        );
      expect(held.filter(({ kind }) => kind === 'coupon')).toHaveLength(households.length);
      expect((await database.queries.select().from(grantPools).where(eq(grantPools.name, 'coupon')))[0]?.issued).toBe(
        COUPONS_LEFT + households.length,
      );
    },
  );
});
