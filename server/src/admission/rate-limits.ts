import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countMinutes } from './counts.ts';
import type { Services } from '../program/services.ts';
import { networkIn } from '../visits/network-of.ts';
import { aroundHandlers } from '../edge/connections.ts';
import { refuse } from '../edge/refusal.ts';

/** Per user, uploads included: one user can't fill the transaction queue. */
export const MAX_CONCURRENT_CALLS = 50;

/** Of an address: all of IPv4, 64 bits of IPv6. */
const COUNTED_AS_ONE = { ipv4: 4, ipv6: 4 };

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
      countUser(request: FastifyRequest, userId: string): void;
      /** Counted against the address's request limit. */
      countEvents(request: FastifyRequest, events: number): void;
    };
  }
}

/**
 * Counts requests per address before other work, preflights and unknown paths included (architecture, "The wire"), then
 * users, in this process. Probes from this machine are exempt. Register before all routes.
 */
export function limitRates(
  app: FastifyInstance,
  { environment, userCounts, clock }: Pick<Services, 'environment' | 'userCounts' | 'clock'>,
): void {
  const { ADDRESS_LIMIT_PER_MINUTE, RATE_LIMIT_PER_MINUTE } = environment;
  app.decorateRequest('userId', '');
  const [countRequests, countEvents] = [countMinutes(clock), countMinutes(clock)];
  const within = (count: typeof countRequests, { ip }: FastifyRequest, times?: number) =>
    count(networkIn(ip, COUNTED_AS_ONE), ADDRESS_LIMIT_PER_MINUTE, times);

  app.addHook('onRequest', async (request) => {
    const isOwnProbe = request.routeOptions.config.probe === true && isFromThisMachine(request);
    if (!isOwnProbe && !within(countRequests, request)) throw refuse.tooMany();
  });

  aroundHandlers(app, (result, request) =>
    result.finally(() => {
      if (request.userId !== '') userCounts.callsUnderWay.remove(request.userId);
      request.userId = '';
    }),
  );

  app.decorate('limits', {
    countUser(request, userId) {
      request.userId = userId;
      const underWay = userCounts.callsUnderWay.add(userId);
      if (!userCounts.addCall(userId, RATE_LIMIT_PER_MINUTE) || underWay > MAX_CONCURRENT_CALLS) throw refuse.tooMany();
    },
    countEvents(request, events) {
      if (!within(countEvents, request, events)) throw refuse.tooMany();
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
