import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';
import { success } from './wire/answer.ts';

/** Whether the server and its database answer. */
export function health({ queries }: Pick<Services, 'queries'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/health',
      handler: async () => {
        await queries.execute(sql`select 1`);
        return success({ status: 'ok' });
      },
    });
  };
}
