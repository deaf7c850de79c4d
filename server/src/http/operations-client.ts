import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment.ts';
import { isFromThisMachine } from './rate-limits.ts';

/**
 * Lets in programs that read the operations listener: from this machine, or with `Authorization: Bearer` and
 * `OPERATIONS_TOKEN`. Others get HTTP 401.
 * @returns an `onRequest` hook
 */
export function requireOperationsClient({ OPERATIONS_TOKEN }: Pick<Environment, 'OPERATIONS_TOKEN'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const token = /^Bearer (\S{1,512})$/.exec(request.headers.authorization ?? '')?.[1];
    const isKnown = token !== undefined && OPERATIONS_TOKEN !== undefined && isEqual(token, OPERATIONS_TOKEN);
    if (isKnown || (token === undefined && isFromThisMachine(request))) return undefined;
    return reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send({ error: 'Send Authorization: Bearer with the OPERATIONS_TOKEN of this server.' });
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time, whatever the lengths. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}
