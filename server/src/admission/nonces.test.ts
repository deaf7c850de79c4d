import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../database/database.ts';
import * as v from 'valibot';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { startPostgres } from '../testing/postgres.ts';
import { createNonces } from './nonces.ts';
import { nonces as table } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe('createNonces', () => {
  it.each(['use', 'useDurably'] as const)('%s: a nonce counts once, also within one batch', async (use) => {
    const nonces = createNonces(server.queries);
    const [twice, once] = [randomUUID(), randomUUID()];
    const results = await Promise.all([twice, once, twice].map((nonce) => nonces[use](nonce, Date.now())));
    expect(results).toEqual([true, true, false]);
    expect(await nonces[use](twice, Date.now())).toBe(false);
  });

  it('two processes with the same nonces in other orders use each once', async () => {
    const processes = [createNonces(server.queries), createNonces(server.queries)];
    const given = Array.from({ length: 50 }, () => randomUUID());
    const [one = [], other = []] = await Promise.all(
      processes.map((nonces, index) =>
        Promise.all((index === 0 ? given : given.toReversed()).map((nonce) => nonces.use(nonce, Date.now()))),
      ),
    );
    expect(one.map((isFirst, index) => isFirst !== other.toReversed()[index])).not.toContain(false);
  });

  it('the commit waits for the disk unless told otherwise, and later ones as before', async () => {
    const commits = await server.queries.transaction(async (transaction) => {
      const setting = async () => {
        const schema = v.object({ setting: v.string() });
        return (await rowsOf(transaction, schema, sql`select current_setting('synchronous_commit') as setting`))[0];
      };
      const nonces = createNonces(transaction);
      await nonces.use(randomUUID(), Date.now());
      const off = await setting();
      await nonces.useDurably(randomUUID(), Date.now());
      return [off, await setting()];
    });
    expect(commits).toEqual([{ setting: 'off' }, { setting: 'on' }]);
  });

  it.skipIf(postgres === null)(
    'a nonce that another transaction holds keeps those of others for a moment',
    async () => {
      const database = openPostgresql((await postgres?.database('nonces')) ?? '', () => undefined);
      const nonces = createNonces(database.queries);
      const held = randomUUID();
      try {
        const begun = performance.now();
        const own = await database.queries.transaction(async (transaction) => {
          await transaction.insert(table).values({ nonce: held, usedAt: new Date() });
          const together = [held, randomUUID(), randomUUID()].map((nonce) => nonces.use(nonce, Date.now()));
          expect(await Promise.all(together.slice(1))).toEqual([true, true]);
          expect(performance.now() - begun).toBeLessThan(2_000);
          return { held: together[0] };
        });
        expect(await own.held).toBe(false);
      } finally {
        await database.close();
      }
    },
  );
});
