import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { MOST_WAITING_FOR_CONNECTIONS, openPostgresql } from './open-postgresql.ts';
import { defaultDatabaseLimits, isUnavailable, TooManyWaiting } from './database.ts';

describe('a PostgreSQL that says nothing', () => {
  /** Takes connections and never answers. */
  async function openSilent() {
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const database = openPostgresql(`postgres://x@127.0.0.1:${port}/x`, () => undefined, {
      ...defaultDatabaseLimits,
      poolSize: 1,
      connectMs: 200,
    });
    return { database, close: () => server.close() };
  }
  const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(work).then(
      () => null,
      (error: unknown) => (error instanceof Error && error.cause ? error.cause : error),
    );

  it('makes only so many wait for a connection, and refuses the others at once', async () => {
    const { database, close } = await openSilent();
    const all = Array.from({ length: MOST_WAITING_FOR_CONNECTIONS + 3 }, () =>
      failureOf(database.queries.execute(sql`select 1`)),
    );
    expect(await Promise.all(all.slice(-2))).toEqual([expect.any(TooManyWaiting), expect.any(TooManyWaiting)]);
    expect(database.load()?.waiting).toBe(MOST_WAITING_FOR_CONNECTIONS);
    expect((await Promise.all(all.slice(0, -2))).every(isUnavailable)).toBe(true);
    close();
  });
});
