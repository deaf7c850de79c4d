import { clockHeaders } from '@fridge/shared-contracts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock/clock.ts';

/** Both clocks on every answer, refusals too, and no answer kept by any cache. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    reply.header('cache-control', 'no-store');
  });
}
