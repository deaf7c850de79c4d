import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { LogController } from 'fastify';
import type { Environment } from '../program/environment.ts';

export const requestIdHeader = 'x-request-id';
/** What goes into every line of the log: nothing that could break it, or hold a sentence. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * Fastify's options for the log and the ids of requests: a trusted proxy's `X-Request-Id`, so that its log and ours can
 * be joined, else one of our own. Lines of a request carry it as `requestId`; `logAnswers` puts it into the answer.
 */
export function requestLog({ TRUSTED_PROXIES }: Pick<Environment, 'TRUSTED_PROXIES'>) {
  const isTrusted = compile(TRUSTED_PROXIES);
  return {
    // Fastify's own lines contain addresses; `logAnswers` replaces them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
      const given = headers[requestIdHeader];
      const isOurs = typeof given === 'string' && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? '', 0);
      return isOurs ? given : randomUUID();
    },
  };
}
