import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isoInShanghai } from '../clock.ts';
import type { Services } from '../services.ts';
import { success } from './answers.ts';

export const HEALTH_PATH = '/health';

/**
 * Whether the server and its database answer. `businessStart` is the business time of the very first start, or `null`
 * where business time is real time: whoever moves periods to fit the demonstration computes them from it.
 */
export function health({ queries, clock: { businessStart } }: Pick<Services, 'queries' | 'clock'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: HEALTH_PATH,
      handler: async () => {
        await queries.execute(sql`select 1`);
        return success({ status: 'ok', businessStart: businessStart === null ? null : isoInShanghai(new Date(businessStart)) });
      },
    });
  };
}
