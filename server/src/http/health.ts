import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { accounts, nonces } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { failure, success } from './answers.ts';

const HEALTH_PATH = '/health';
const LIVE_PATH = '/live';

/** A database silent this long delays calls too. */
export const READY_LIMIT_MS = 2_000;

const UNAVAILABLE_STATUS = 503;

/**
 * `/live`: the process answers. `/health`: the database serves the tables that calls need, else 503; lock waits among
 * calls don't count. `businessStart`: business time of the first start, `null` if it is real time; tools compute window
 * settings from it.
 */
export function health({ probes, clock: { businessStart }, log }: Pick<Services, 'probes' | 'clock' | 'log'>) {
  const isReady = sharedWhileAsked(() => answersInTime(probes));
  const firstStart = businessStart === null ? null : isoInShanghai(new Date(businessStart));
  let wasReady = true;

  return async (app: FastifyInstance): Promise<void> => {
    app.route({ method: 'GET', url: LIVE_PATH, config: { probe: true }, handler: async () => success({ status: 'ok' }) });
    app.route({
      method: 'GET',
      url: HEALTH_PATH,
      config: { probe: true },
      handler: async (_request, reply) => {
        const ready = await isReady();
        if (ready !== wasReady) log.warn({ event: ready ? 'readyAgain' : 'notReady' });
        wasReady = ready;
        if (ready) return success({ status: 'ok', businessStart: firstStart });
        return reply.code(UNAVAILABLE_STATUS).send(failure({ status: 'unavailable', reason: 'database' }));
      },
    });
  };
}

/** Reads accounts and prepares a nonce write, as signed calls do; writes nothing. */
async function touchTables(queries: Queries): Promise<void> {
  await queries.execute(sql`with written as (delete from ${nonces} where false returning 1) select exists (select 1 from ${accounts})`);
}

async function answersInTime(queries: Queries): Promise<boolean> {
  let limit: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    limit = setTimeout(() => resolve(false), READY_LIMIT_MS);
  });
  try {
    return await Promise.race([touchTables(queries).then(() => true, () => false), tooLate]);
  } finally {
    clearTimeout(limit);
  }
}

/** Concurrent probes share one check. */
function sharedWhileAsked<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => (underWay ??= ask().finally(() => (underWay = null)));
}
