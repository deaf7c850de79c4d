import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

const MINUTE_MS = 60_000;
/** So many addresses, and so many users, are counted at a time; the one that was longest silent is forgotten first. */
const COUNTED_AT_ONCE = 50_000;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the authorization names, once it was checked; empty before. */
    userId: string;
  }
}

/**
 * A limit per address on every route, before the body is read: no signature is computed and no row is asked for on
 * behalf of who exceeds it. Answered like any refusal, with code 429. Probes from this machine are exempt.
 */
export async function limitAddresses(app: FastifyInstance, perMinute: number): Promise<void> {
  app.decorateRequest('userId', '');
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: MINUTE_MS,
    cache: COUNTED_AT_ONCE,
    allowList: (request) => request.routeOptions.config.probe === true && isFromThisMachine(request),
    errorResponseBuilder: () => refuse.tooMany(),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
}

/** A proxy on this machine, named as trusted or not, says that it passes on what somebody else sent. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

/**
 * Counts the calls of a user whose authorization was checked, wherever they come from.
 * @returns throws Refusal 429 for one call too many
 */
export function userLimit(app: FastifyInstance, perMinute: number): (request: FastifyRequest, userId: string) => Promise<void> {
  const options: RateLimitOptions = { max: perMinute, timeWindow: MINUTE_MS, cache: COUNTED_AT_ONCE, allowList: [], keyGenerator: ({ userId }) => userId };
  const count = app.createRateLimit(options);
  return async (request, userId) => {
    request.userId = userId;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw refuse.tooMany();
  };
}
