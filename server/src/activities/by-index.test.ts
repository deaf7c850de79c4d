import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import * as v from 'valibot';
import type { Clock } from '../program/clock.ts';
import { defaultDatabaseLimits, rowsOf } from '../database/database.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { addHouseholds } from '../testing/households.ts';
import { startPostgres } from '../testing/postgres.ts';
import { createAnswers } from './campaign/answers.ts';
import { poolNames } from './campaign/grants.ts';
import { grantPools, quizProgress } from './campaign/tables.ts';
import { createDraws } from './draw/draws.ts';
import { drawWeightsVersion } from './draw/tables.ts';
import { drawOutcomes, prizeCodes } from '../prizes/tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** More than a connection plans anew. */
const CALLS = 8;
/** So many that a walk over all of them shows. */
const HOUSEHOLDS = 500;
const VIRTUAL = 5;
const clock: Clock = { real: () => Date.now(), business: () => Date.now(), businessStart: null };

it.skipIf(postgres === null)(
  'draws and answers go by the indexes, foreign keys too, on a connection that began with empty tables as well',
  async () => {
    const url = (await postgres?.database('by_index')) ?? '';
    const database = openPostgresql(url, () => undefined, { ...defaultDatabaseLimits, poolSize: 1 });
    const { queries } = database;
    await queries.insert(drawOutcomes).values({ level: VIRTUAL, weight: 1, isVirtual: true });
    await queries
      .insert(prizeCodes)
      .values(Array.from({ length: CALLS }, () => ({ level: VIRTUAL, code: randomUUID(), pwd: 'p' })));
    await queries.insert(drawWeightsVersion).values({ version: 1 });
    await queries.insert(grantPools).values({ name: poolNames.coupon, cap: CALLS });
    await queries.execute('vacuum analyze');

    const patient = Number.POSITIVE_INFINITY;
    const { draw } = createDraws(database, clock);
    const { store } = createAnswers(database, clock);
    const questionId = 'q01';
    const judged = { questionId, correctAnswer: 'A', requestId: randomUUID(), correct: true };
    for (const { userId } of await addHouseholds(queries, CALLS, { drawsLeft: 1 })) {
      expect(
        await draw({ userId, nonce: randomUUID(), requestId: randomUUID(), mayDraw: true }, patient),
      ).toMatchObject({
        level: VIRTUAL,
      });
      await queries.insert(quizProgress).values({ userId, questionId, askedAt: new Date() });
      expect(
        await store({ userId, progress: { questionId, wrongAnswers: 0, judged: null }, judged }, patient),
      ).toMatchObject({
        outcome: 'granted',
      });
    }
    await queries.execute('select pg_stat_force_next_flush()');
    const walked = sql`select relname as walked from pg_stat_user_tables
      where relname in ('draws', 'draw_prizes', 'grants') and (idx_scan < ${CALLS} or seq_scan > 0)`;
    expect(await rowsOf(queries, v.object({ walked: v.string() }), walked)).toEqual([]);

    const later = await addHouseholds(queries, HOUSEHOLDS, { drawsLeft: 1 });
    await queries.execute('select pg_stat_force_next_flush()');
    await queries.execute('select pg_stat_reset()');
    for (const { userId } of later.slice(0, CALLS))
      await draw({ userId, nonce: randomUUID(), requestId: randomUUID(), mayDraw: true }, patient);
    await queries.execute('select pg_stat_force_next_flush()');
    const walkedIndexes = sql`select indexrelname as walked from pg_stat_user_indexes
      where idx_tup_read >= ${HOUSEHOLDS}`;
    expect(await rowsOf(queries, v.object({ walked: v.string() }), walkedIndexes)).toEqual([]);
    await database.close();
  },
);
