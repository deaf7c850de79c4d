import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

/** Browsers keep a preflight's answer this long, seconds; Chromium caps at two hours. */
const PREFLIGHT_LIFE_S = 7_200;

/** Both clocks on every answer, refusals too, and no answer kept by a cache unless its route says so. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
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

/** For an answer that comes before CORS has its turn: the listed origins may read it, preflights apart. */
export function letOriginRead({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  reply.header('vary', 'Origin');
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', Object.values(clockHeaders).join(', '));
}
