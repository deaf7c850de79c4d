import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UPLOADS_OF_USER } from '../http/upload-slots.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { callAs } from '../testing/client.ts';
import { uploadAs } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { smallPicture } from '../testing/photos.ts';
import { startPostgres } from '../testing/postgres.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { startUploading } from '../testing/slow-upload.ts';
import { contestClock, testEnvironment } from '../testing/test-server.ts';
import { pruneCounts, shareCounts } from './share-counts.ts';
import { userCounts } from './tables.ts';

vi.setConfig({ testTimeout: 90_000 });

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** Far fewer calls than the limit fit in between: only sharing can refuse one. */
const INTERVAL_MS = 500;
const sharedWithin = { timeout: 20_000, interval: INTERVAL_MS };

describe.skipIf(postgres === null)('limits of a user, in two processes on one database', () => {
  let databases = 0;
  let folder = '';
  let database: OpenDatabase;
  let processes: readonly [ServerProcess, ServerProcess];
  let [user, other]: TestHousehold[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fridge-limits-'));
    const url = (await postgres?.database(`limits_${(databases += 1)}`)) ?? '';
    const start = (name: string) =>
      startServerProcess(
        testEnvironment(join(folder, name), { ...contestClock, DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '40' }),
      );
    processes = await Promise.all([start('first'), start('second')]);
    database = openPostgresql(url, () => undefined);
    [user, other] = [await addHousehold(database.queries), await addHousehold(database.queries)];
  });
  afterEach(async () => {
    await Promise.all(processes.map((server) => server.end('SIGKILL')));
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const codeAt = async (server: ServerProcess, household = user) =>
    household && (await callAs(household, server.url, drawCalls.getMyPrize)).code;

  it('count calls together, and no calls of others', async () => {
    const [first, second] = processes;
    const codes = await Promise.all(Array.from({ length: 40 }, () => codeAt(first)));
    expect(new Set(codes)).toEqual(new Set([0]));
    expect(await codeAt(first)).toBe(429);
    await vi.waitFor(async () => expect(await codeAt(second)).toBe(429), sharedWithin);
    expect(await codeAt(second, other)).toBe(0);
  });

  it('count uploads under way together, until their process ends', async () => {
    const [first, second] = processes;
    const picture = await smallPicture();
    if (user === undefined) throw new Error('no household');
    const household = user;
    await Promise.all(Array.from({ length: UPLOADS_OF_USER }, () => startUploading(household, first.url, picture)));
    await vi.waitFor(
      async () => expect(await readdir(join(folder, 'first', 'uploads', 'incoming'))).toHaveLength(UPLOADS_OF_USER),
      { timeout: 20_000 },
    );
    const upload = async () => (await uploadAs(household, second.url, picture)).code;
    await vi.waitFor(async () => expect(await upload()).toBe(429), sharedWithin);
    await first.end('SIGKILL');
    await vi.waitFor(async () => expect(await upload()).toBe(0), sharedWithin);
    expect((await callAs(household, second.url, contestCalls.getMyWorks)).code).toBe(0);
  });

  it('a repeated statement counts once, and old counts go', async () => {
    const { queries } = database;
    const mine = [{ userId: 'U', calls: 3, callsUnderWay: 1, uploadsUnderWay: 0 }];
    await shareCounts(queries, 'a', 7, mine);
    await shareCounts(queries, 'a', 7, mine);
    await shareCounts(queries, 'a', 8, [{ userId: 'U', calls: 2, callsUnderWay: 1, uploadsUnderWay: 2 }]);
    expect(await shareCounts(queries, 'b', 8, mine)).toEqual([
      { userId: 'U', calls: 2, before: 3, callsUnderWay: 1, uploadsUnderWay: 2 },
    ]);
    await pruneCounts(queries, 10 * 60_000);
    expect((await queries.select().from(userCounts)).map(({ minute }) => minute)).toEqual([8, 8]);
  });
});
