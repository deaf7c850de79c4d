import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Services } from '../services.ts';
import { addCorsHeaders } from './answers.ts';
import { refuse } from './refusal.ts';

/** The least recently used is dropped first. */
const MAX_COUNTERS = 50_000;

/** Per user, uploads included: one user can't fill the transaction queue. */
export const MAX_CONCURRENT_CALLS = 50;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

declare module 'fastify' {
  interface FastifyRequest {
    /** Empty unless the handler runs. */
    userId: string;
  }
  interface FastifyInstance {
    /** Beyond the address limit. @throws Refusal 429 */
    limits: {
      /** Counts a call until its handler ends, even if the client is gone. */
      countUser(request: FastifyRequest, userId: string): Promise<void>;
      /** Counted against the address's request limit. */
      countEvents(request: FastifyRequest, events: number): Promise<void>;
    };
  }
}

/**
 * Counts requests per address before other work, preflights and unknown paths included (architecture, "The wire"), then
 * users, in this process. Probes from this machine are exempt. Register before all routes.
 */
export async function limitRates(
  app: FastifyInstance,
  { environment, userCounts }: Pick<Services, 'environment' | 'userCounts'>,
): Promise<void> {
  const { ADDRESS_LIMIT_PER_MINUTE, RATE_LIMIT_PER_MINUTE, ALLOWED_ORIGINS } = environment;
  app.decorateRequest('userId', '');
  await app.register(rateLimit, { global: false });
  const counter = (max: number) => {
    const options: RateLimitOptions = { max, timeWindow: MINUTE_MS, cache: MAX_COUNTERS };
    const count = app.createRateLimit(options);
    return async (request: FastifyRequest) => {
      const counted = await count(request);
      return counted.isAllowed || !counted.isExceeded;
    };
  };

  const withinAddress = counter(ADDRESS_LIMIT_PER_MINUTE);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.probe === true && isFromThisMachine(request)) return;
    if (await withinAddress(request)) return;
    addCorsHeaders(request, reply, ALLOWED_ORIGINS);
    throw refuse.tooMany();
  });

  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const end = () => {
        if (request.userId !== '') userCounts.callsUnderWay.remove(request.userId);
        request.userId = '';
      };
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? result.finally(end) : result;
    };
  });

  const withinEvents = counter(ADDRESS_LIMIT_PER_MINUTE);
  app.decorate('limits', {
    async countUser(request, userId) {
      request.userId = userId;
      const underWay = userCounts.callsUnderWay.add(userId);
      if (!userCounts.addCall(userId, RATE_LIMIT_PER_MINUTE) || underWay > MAX_CONCURRENT_CALLS) throw refuse.tooMany();
    },
    async countEvents(request, events) {
      for (let counted = 0; counted < events; counted += 1) if (!(await withinEvents(request))) throw refuse.tooMany();
    },
  });
}

/** A proxy on this machine forwards others' requests. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK.has(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers['forwarded'] === undefined
  );
}
