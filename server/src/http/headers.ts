import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

/** Seconds; Chromium caps it at two hours. */
const PREFLIGHT_LIFE_S = 7_200;

/** Adds both clocks, and `no-store` unless the route sets a cache policy. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** Adds CORS headers for the listed origins only. */
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

/** CORS headers for answers sent before the CORS plugin runs, preflights excluded. */
export function letOriginRead({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  reply.header('vary', 'Origin');
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', Object.values(clockHeaders).join(', '));
}
