import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UserCounts } from './counts.ts';
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
}

type Counting = Pick<Services, 'environment' | 'userCounts'>;

/**
 * Counts requests per address before other work, preflights and unknown paths included (architecture, "The wire"), in
 * this process. Probes from this machine are exempt. Register before all routes.
 */
export function limitRates(app: FastifyInstance, services: Counting): void {
  const { addRequest, callsUnderWay } = services.userCounts;
  app.decorateRequest('userId', '');
  app.addHook('onRequest', async (request) => {
    const isOwnProbe = request.routeOptions.config.probe === true && isFromThisMachine(request);
    if (!isOwnProbe) countAt(request, addRequest, 1, services);
  });
  aroundHandlers(app, (result, request) =>
    result.finally(() => {
      if (request.userId !== '') callsUnderWay.remove(request.userId);
      request.userId = '';
    }),
  );
}

/** Counts a call until its handler ends, even if the client is gone. @throws Refusal 429 */
export function countUser(request: FastifyRequest, userId: string, { environment, userCounts }: Counting): void {
  request.userId = userId;
  const underWay = userCounts.callsUnderWay.add(userId);
  const isWithin = userCounts.addCall(userId, environment.RATE_LIMIT_PER_MINUTE);
  if (!isWithin || underWay > MAX_CONCURRENT_CALLS) throw refuse.tooMany();
}

/** Counts usage events against the address's request limit. @throws Refusal 429 */
export const countEvents = (request: FastifyRequest, events: number, services: Counting): void =>
  countAt(request, services.userCounts.addEvents, events, services);

function countAt(
  { ip }: FastifyRequest,
  count: UserCounts['addCall'],
  times: number,
  { environment }: Pick<Counting, 'environment'>,
): void {
  if (!count(networkIn(ip, COUNTED_AS_ONE), environment.ADDRESS_LIMIT_PER_MINUTE, times)) throw refuse.tooMany();
}

/** A proxy on this machine forwards others' requests. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK.has(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers['forwarded'] === undefined
  );
}
