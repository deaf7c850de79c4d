import type { FastifyInstance } from 'fastify';
import { isoInShanghai } from '../program/clock.ts';
import type { Services } from '../program/services.ts';
import { runbook } from '../operations/runbook.ts';
import { failure, success } from './answers.ts';

/**
 * Probes, for every listener. `/live`: the process answers. `/ready`, also named `/health`: calls may come, else 503
 * with the reason; lock waits among calls don't count. `businessStart`: business time of the first start, `null` if it
 * is real time; tools compute window settings from it.
 */
export async function health(
  app: FastifyInstance,
  { readiness, clock: { businessStart } }: Pick<Services, 'readiness' | 'clock'>,
): Promise<void> {
  const firstStart = businessStart === null ? null : isoInShanghai(new Date(businessStart));

  app.get('/live', { config: { probe: true } }, async () => success({ status: 'ok' }));
  for (const path of ['/ready', '/health'])
    app.get(path, { config: { probe: true } }, async (_request, reply) => {
      const reason = await readiness.reason();
      if (reason === null) return success({ status: 'ok', businessStart: firstStart });
      const page = reason === 'clock' ? 'clock-off' : reason === 'database' ? 'not-ready' : null;
      return reply.code(503).send(failure({ status: 'unavailable', reason, ...(page && { runbook: runbook(page) }) }));
    });
}
