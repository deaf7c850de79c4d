import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/database.ts';
import { openPostgresql } from '../../database/open-postgresql.ts';
import { answerRight, COUPONS_LEFT, expectExactlyTen, lineUp, type Outcome, RACERS } from '../../testing/coupon-race.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { patience, startTestServer, testEnvironment } from '../../testing/test-server.ts';

const count = (outcomes: readonly (Outcome | null)[], wanted: Outcome | null) => outcomes.filter((outcome) => outcome === wanted).length;

it('200 right answers at once against 10 coupons grant exactly 10, embedded', { timeout: 120_000 }, async () => {
  const server = await startTestServer(patience);
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

it.skipIf(postgres === null)('200 right answers at once against 10 coupons grant exactly 10, PostgreSQL restarted in mid-run', { timeout: 120_000 }, async () => {
  const server = await startTestServer({ DATABASE_URL: (await postgres?.database('restarted')) ?? '', ADDRESS_LIMIT_PER_MINUTE: '1000000' });
  try {
    const racers = await lineUp(server.queries, [server.url]);
    let granted = 0;
    let restarted: Promise<void> | undefined;
    let unanswered = 0;
    const outcomes = await Promise.all(
      racers.map(async (racer) => {
        for (;;) {
          const outcome = await answerRight(racer, server.url).catch(() => null);
          if (outcome === 'granted' && (granted += 1) === 3) restarted = postgres?.restart();
          if (outcome !== null) return outcome;
          unanswered += 1;
          await sleep(200);
        }
      }),
    );
    await restarted;
    expect(unanswered).toBeGreaterThan(0);
    await expectExactlyTen(server.queries);
    // Everyone who holds a coupon has learnt so, also where the first answer was lost.
    expect(outcomes.filter((outcome) => outcome !== 'refused')).toHaveLength(COUPONS_LEFT);
  } finally {
    await server.close();
  }
});

describe.skipIf(postgres === null)('on PostgreSQL, two server processes on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fridge-race-'));
  let database: OpenDatabase;
  let processes: [ServerProcess, ServerProcess];
  beforeAll(async () => {
    const url = (await postgres?.database('race')) ?? '';
    const start = (name: string) => startServerProcess(testEnvironment(join(folder, name), { ...patience, DATABASE_URL: url }));
    // Both start at once on an empty database: one of them migrates and seeds.
    processes = await Promise.all([start('first'), start('second')]);
    database = await openPostgresql(url, () => undefined);
  }, 120_000);
  afterAll(async () => {
    await Promise.all((processes ?? []).map((server) => server.end('SIGTERM')));
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('200 right answers at once against 10 coupons grant exactly 10, one process killed in mid-run', { timeout: 120_000 }, async () => {
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

    // Who got no answer tries again with the same question, against the process that lives.
    const again = await Promise.all(lost.map((racer) => answerRight(racer, survivor.url)));
    await expectExactlyTen(database.queries);
    // A grant whose answer was lost is found again as already held: everyone who holds a coupon has learnt so.
    expect(count([...first, ...again], 'granted') + count(again, 'once')).toBe(COUPONS_LEFT);
    expect(count(first, 'once')).toBe(0);
  });
});
