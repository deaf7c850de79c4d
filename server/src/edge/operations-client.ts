import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../program/environment.ts';
import { LOOPBACK_NAMES } from '../admission/operators/own-requests.ts';
import { isFromThisMachine } from '../admission/rate-limits.ts';

type Token = Pick<Environment, 'OPERATIONS_TOKEN'>;

/**
 * Lets in programs that read the operations listener: from this machine, or with `Authorization: Bearer` and
 * `OPERATIONS_TOKEN`. Others get HTTP 401.
 * @returns an `onRequest` hook
 */
export function requireOperationsClient(environment: Token) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const token = bearerToken(request);
    const isOfThisMachine = isFromThisMachine(request) && namesThisMachine(request);
    const allowed = token === undefined ? isOfThisMachine : isOperationsToken(token, environment);
    return allowed ? undefined : refuseClient(reply);
  };
}

/**
 * Lets in programs that change data: with the token, also from this machine. Without `OPERATIONS_TOKEN` the route is
 * off, which is HTTP 404.
 * @returns an `onRequest` hook
 */
export function requireOperationsToken(environment: Token) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (environment.OPERATIONS_TOKEN === undefined)
      return reply.code(404).send({ error: 'This is off: the server has no OPERATIONS_TOKEN.' });
    return isOperationsToken(bearerToken(request) ?? '', environment) ? undefined : refuseClient(reply);
  };
}

/** Pages whose own name was made to lead to this machine (DNS rebinding) and most proxies send another name. */
const namesThisMachine = ({ headers }: FastifyRequest): boolean =>
  LOOPBACK_NAMES.includes((headers.host ?? '').replace(/:\d+$/, ''));

const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,512})$/.exec(headers.authorization ?? '')?.[1];

const refuseClient = (reply: FastifyReply) =>
  reply
    .code(401)
    .header('www-authenticate', 'Bearer')
    .send({ error: 'Send Authorization: Bearer with the OPERATIONS_TOKEN of this server.' });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time, whatever the lengths. */
const isOperationsToken = (token: string, { OPERATIONS_TOKEN }: Token): boolean =>
  OPERATIONS_TOKEN !== undefined && timingSafeEqual(digest(token), digest(OPERATIONS_TOKEN));
