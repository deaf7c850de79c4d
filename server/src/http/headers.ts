import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** Browsers keep a preflight's answer this long, seconds; Chromium caps at two hours. */
const PREFLIGHT_LIFE_S = 7_200;

/** Both clocks on every answer, refusals too, and no answer kept by any cache. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    reply.header('cache-control', 'no-store');
  });
}

/** The listed origins may read answers and both clocks; others get no CORS header at all. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin)),
    methods: ['GET', 'POST'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: Object.values(clockHeaders),
    maxAge: PREFLIGHT_LIFE_S,
    strictPreflight: false,
  });
}
