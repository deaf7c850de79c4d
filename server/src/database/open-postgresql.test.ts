import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { MOST_WAITING_FOR_CONNECTIONS } from './bounded-pool.ts';
import { createTransactionQueue, openPostgresql } from './open-postgresql.ts';
import { defaultDatabaseLimits, isUnavailable, TooManyWaiting } from './database.ts';

/** Work that runs until it is ended. */
function piece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { begun: false, end };
  return { state, work: () => ((state.begun = true), ended) };
}

describe('createTransactionQueue', () => {
  it('runs a limited number at a time, the rest in order', async () => {
    const { run, load } = createTransactionQueue({ atOnce: 2, waiting: 10, waitMs: 60_000 });
    const pieces = Array.from({ length: 5 }, piece);
    const begun = () => pieces.map(({ state }) => state.begun);
    const all = pieces.map(({ work }) => run(work));
    await Promise.resolve();
    expect(begun()).toEqual([true, true, false, false, false]);
    expect(load()).toEqual({ running: 2, waiting: 3 });
    pieces[1]?.state.end();
    await all[1];
    expect(begun()).toEqual([true, true, true, false, false]);
    for (const { state } of pieces) state.end();
    await Promise.all(all);
    expect(begun()).toEqual([true, true, true, true, true]);
    expect(load()).toEqual({ running: 0, waiting: 0 });
  });

  it("refuses work beyond the queue's length, and continues after failures", async () => {
    const { run } = createTransactionQueue({ atOnce: 1, waiting: 1, waitMs: 60_000 });
    const first = piece();
    const running = run(first.work);
    const waiting = run(() => Promise.reject(new Error('failed')));
    await expect(run(async () => 'never')).rejects.toThrow(TooManyWaiting);
    first.state.end();
    await running;
    await expect(waiting).rejects.toThrow('failed');
    expect(await run(async () => 'next')).toBe('next');
  });

  it('times out of the queue with an error of an unavailable database', async () => {
    const { run } = createTransactionQueue({ atOnce: 1, waiting: 1, waitMs: 20 });
    const first = piece();
    const running = run(first.work);
    expect(isUnavailable(await run(async () => 'never').catch((error: unknown) => error))).toBe(true);
    const second = run(async () => 'second');
    first.state.end();
    await running;
    expect(await second).toBe('second');
  });
});

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
