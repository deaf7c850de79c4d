import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment.ts';
import { createTally } from '../tally.ts';
import { letOriginRead } from './headers.ts';
import { refuse } from './refusal.ts';

const MINUTE_MS = 60_000;
/** So many addresses, and so many users, are counted at a time; the one that was longest silent is forgotten first. */
const COUNTED_AT_ONCE = 50_000;

/**
 * Calls of one user under way at a time, uploads included. A page makes a handful; without this one user's calls of a
 * minute could fill the line of transactions for everybody (`TRANSACTIONS_WAITING`).
 */
export const USER_CALLS_AT_ONCE = 50;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What is counted beside the requests of an address; each throws Refusal 429 for one too many. */
export interface Limits {
  /**
   * A call of a user whose authorization was checked, wherever it comes from: one count for all routes. It is under way
   * until its handler ends, also where its answer was given up or nobody waits for it any more.
   */
  countUser(request: FastifyRequest, userId: string): Promise<void>;
  /** The usage events that a request brings: an address may send as many in a minute as it may send requests. */
  countEvents(request: FastifyRequest, events: number): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose call is under way: empty until the authorization was checked, and once the handler has ended. */
    userId: string;
  }
  interface FastifyInstance {
    limits: Limits;
  }
}

type Allowed = Pick<Environment, 'ADDRESS_LIMIT_PER_MINUTE' | 'RATE_LIMIT_PER_MINUTE' | 'ALLOWED_ORIGINS'>;

/**
 * Counts every request of an address before anything else is done with it, whatever its path or method, preflights
 * included: no signature is computed and no row is asked for on behalf of who exceeds the limit. Answered like any
 * refusal, with code 429. Probes from this machine are exempt. Has to be registered before all that answers.
 */
export async function limitRates(app: FastifyInstance, { ADDRESS_LIMIT_PER_MINUTE, RATE_LIMIT_PER_MINUTE, ALLOWED_ORIGINS }: Allowed): Promise<void> {
  app.decorateRequest('userId', '');
  await app.register(rateLimit, { global: false });
  const counter = (max: number, of?: (request: FastifyRequest) => string) => {
    const options: RateLimitOptions = { max, timeWindow: MINUTE_MS, cache: COUNTED_AT_ONCE, ...(of && { keyGenerator: of }) };
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
    letOriginRead(request, reply, ALLOWED_ORIGINS);
    throw refuse.tooMany();
  });

  const underWay = createTally();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply);
      } finally {
        if (request.userId !== '') underWay.remove(request.userId);
        request.userId = '';
      }
    };
  });

  const withinUser = counter(RATE_LIMIT_PER_MINUTE, ({ userId }) => userId);
  const withinEvents = counter(ADDRESS_LIMIT_PER_MINUTE);
  app.decorate('limits', {
    async countUser(request, userId) {
      request.userId = userId;
      const mine = underWay.add(userId);
      if (!(await withinUser(request)) || mine > USER_CALLS_AT_ONCE) throw refuse.tooMany();
    },
    async countEvents(request, events) {
      for (let counted = 0; counted < events; counted += 1) if (!(await withinEvents(request))) throw refuse.tooMany();
    },
  });
}

/** A proxy on this machine, named as trusted or not, says that it passes on what somebody else sent. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
