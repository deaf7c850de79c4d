import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { inArray } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStorage } from '../../storage/object-storage.ts';
import { callAs } from '../../testing/client.ts';
import { recipeOf, shownAt, uploaded } from '../../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { contestClock, longLimits, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { pictureNameOf } from './pictures.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { pictures } from './tables.ts';

const postgres = await startPostgres();
let server: TestServer;
let url = '';
beforeAll(async () => {
  if (postgres === null) return;
  url = await postgres.database('pictures');
  server = await startTestServer({ ...contestClock, ...longLimits, DATABASE_URL: url });
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
});

const save = (author: TestHousehold, images: readonly string[]) =>
  callAs(author, server.url, contestCalls.saveWork, recipeOf(author, images));
const remove = (author: TestHousehold, { data }: { data: unknown }) =>
  callAs(author, server.url, contestCalls.delWork, data as { id: string }); // the answer of saveWork with code 0
const sweep = (now = Date.now()) => sweepPictures(server.queries, folderStorage(join(server.folder, 'uploads')), now);
const statuses = (images: readonly string[]) =>
  Promise.all(images.map(async (address) => (await fetch(shownAt(server.url, address))).status));

/** Statements of this database that wait for a lock. */
async function waiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = $1',
    ['Lock'],
  );
  return Number(rows[0]?.count);
}

describe.skipIf(postgres === null)(
  'concurrent calls that use the same pictures, on PostgreSQL',
  { timeout: 120_000 },
  () => {
    it('a work submitted while another is deleted keeps its pictures', async () => {
      const author = await addHousehold(server.queries);
      const images = await uploaded(author, server.url, 2);
      const first = await save(author, images);
      const [holder, observer] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
      await Promise.all([holder.connect(), observer.connect()]);
      try {
        // Both calls wait for the pictures, in this order: the second statement began before the first commit.
        await holder.query('begin');
        await holder.query('select from pictures where name = any($1) for update', [images.map(pictureNameOf)]);
        const saving = save(author, images);
        await expect.poll(() => waiting(observer)).toBe(1);
        const removing = remove(author, first);
        await expect.poll(() => waiting(observer)).toBe(2);
        await holder.query('commit');
        expect([(await saving).code, (await removing).code]).toEqual([0, 0]);
      } finally {
        await Promise.all([holder.end(), observer.end()]);
      }
      await sweep();
      expect(await statuses(images)).toEqual([200, 200]);
    });

    it('works submitted and deleted concurrently keep their pictures if accepted, and leave no others', async () => {
      const authors = await Promise.all(Array.from({ length: 6 }, () => addHousehold(server.queries)));
      const kept: string[] = [];
      await Promise.all(
        authors.map(async (author) => {
          for (let round = 0; round < 4; round += 1) {
            const images = await uploaded(author, server.url, 2);
            const former = await save(author, images);
            const [removal, ...sent] = await Promise.all([
              remove(author, former),
              save(author, images),
              save(author, images.toReversed()),
              sweep(),
            ]);
            const codes = sent.flatMap((answer) => ('code' in answer ? answer.code : []));
            // If the deletion was first, the pictures are gone and the call is refused.
            expect([removal.code, ...codes].filter((code) => code !== 0 && code !== 409)).toEqual([]);
            const taken = codes.includes(0);
            expect(await statuses(images)).toEqual(taken ? [200, 200] : [404, 404]);
            if (taken) kept.push(...images.map((address) => pictureNameOf(address) ?? ''));
          }
        }),
      );
      expect((await sweep(Date.now() + 48 * 3_600_000)).failures).toEqual([]);
      const left = await server.queries
        .select()
        .from(pictures)
        .where(
          inArray(
            pictures.userId,
            authors.map(({ userId }) => userId),
          ),
        );
      expect(left.map(({ name }) => name).sort()).toEqual(kept.sort());
      expect(left.filter(({ removedAt }) => removedAt !== null)).toEqual([]);
    });

    it('two works deleted concurrently leave no visible pictures', async () => {
      const author = await addHousehold(server.queries);
      for (let round = 0; round < 15; round += 1) {
        const images = await uploaded(author, server.url, 2);
        const both = [await save(author, images), await save(author, images)];
        await Promise.all(both.map((work) => remove(author, work)));
        expect(await statuses(images)).toEqual([404, 404]);
      }
    });

    it("two works that lock the same pictures in different orders don't deadlock", async () => {
      const author = await addHousehold(server.queries);
      const images = await uploaded(author, server.url, 9);
      const codes = await Promise.all(
        Array.from(
          { length: 16 },
          async (_, index) => (await save(author, index % 2 ? images : images.toReversed())).code,
        ),
      );
      expect(codes).toEqual(codes.map(() => 0));
    });
  },
);
