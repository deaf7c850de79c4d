import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { refuse } from './refusal.ts';

/** Chromium caps it at two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/** Both clocks, and `no-store` unless the route sets a cache policy. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

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

/** For answers sent before the CORS plugin runs, preflights excluded. */
export function addCorsHeaders({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  reply.header('vary', 'Origin');
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', Object.values(clockHeaders).join(', '));
}

/**
 * CORS doesn't stop other origins from sending forms and beacons.
 * @param origin the header; absent unless a page sent the request
 * @throws Refusal 403 for another origin
 */
export function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin)) throw refuse.notYours();
}
