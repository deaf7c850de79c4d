import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { accounts, nonces } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { failure, success } from './answers.ts';
import { withinTime } from './connections.ts';

/** A database silent this long delays calls too. */
export const READY_LIMIT_MS = 2_000;

/**
 * `/live`: the process answers. `/health`: the database serves the tables that calls need, else 503; lock waits among
 * calls don't count. `businessStart`: business time of the first start, `null` if it is real time; tools compute window
 * settings from it.
 */
export async function health(app: FastifyInstance, { probes, clock: { businessStart }, log }: Services): Promise<void> {
  const isReady = sharedWhileAsked(() =>
    withinTime(touchTables(probes), READY_LIMIT_MS).then(
      () => true,
      () => false,
    ),
  );
  const firstStart = businessStart === null ? null : isoInShanghai(new Date(businessStart));
  let wasReady = true;

  app.get('/live', { config: { probe: true } }, async () => success({ status: 'ok' }));
  app.get('/health', { config: { probe: true } }, async (_request, reply) => {
    const ready = await isReady();
    if (ready !== wasReady) log.warn({ event: ready ? 'readyAgain' : 'notReady' });
    wasReady = ready;
    if (ready) return success({ status: 'ok', businessStart: firstStart });
    return reply.code(503).send(failure({ status: 'unavailable', reason: 'database' }));
  });
}

/** Reads accounts and prepares a nonce write, as signed calls do; writes nothing. */
async function touchTables(queries: Queries): Promise<void> {
  await queries.execute(
    sql`with written as (delete from ${nonces} where false returning 1) select exists (select 1 from ${accounts})`,
  );
}

/** Concurrent probes share one check. */
function sharedWhileAsked<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => (underWay ??= ask().finally(() => (underWay = null)));
}
