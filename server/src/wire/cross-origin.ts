import cors from '@fastify/cors';
import { clockHeaders } from '@fridge/shared-contracts';
import type { FastifyInstance } from 'fastify';

/** Browsers keep a preflight's answer this long, seconds; Chromium caps at two hours. */
const PREFLIGHT_LIFE_S = 7_200;

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
