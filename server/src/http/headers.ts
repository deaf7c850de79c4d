import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { refuse } from './refusal.ts';

/** Seconds; Chromium caps it at two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;

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
    maxAge: PREFLIGHT_MAX_AGE_S,
    strictPreflight: false,
  });
}

/** CORS headers for answers sent before the CORS plugin runs, preflights excluded. */
export function addCorsHeaders({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  reply.header('vary', 'Origin');
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', Object.values(clockHeaders).join(', '));
}

/**
 * CORS stops other origins from reading answers, not from sending forms and beacons.
 * @param origin the header; requests that don't come from a page have none
 * @throws Refusal 403 unless the origin is allowed
 */
export function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin)) throw refuse.notYours();
}
