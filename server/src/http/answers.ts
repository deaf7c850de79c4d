import { answerCode } from '@fridge/shared-contracts';
import type { Answer } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { copy } from '../copy.ts';
import { TooManyWaiting } from '../database/turns.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { describeFault } from '../log.ts';
import { drain } from './connections.ts';
import { AnsweredTooLate, Refusal, refuse } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Machines ask this route how the server is, and go by the HTTP status alone. */
    probe?: boolean;
  }
  interface FastifyReply {
    /** The envelope's code, for the log; `null` until there is an answer, and for preflights. */
    answerCode: number | null;
  }
}

/** "Our fault", with something of it to say. */
export function failure(data: unknown): Answer {
  return { ...refused(refuse.ourFault()), data };
}

export function success(data: unknown): Answer {
  return { code: answerCode.success, msg: '', data: data ?? null };
}

function refused({ code, messageKey }: Refusal): Answer {
  return { code, msg: copy[messageKey], data: null };
}

/**
 * Everything that goes wrong is answered in the one envelope with HTTP 200 (architecture, "The wire"): refusals with
 * their own message, what Fastify refuses to read as bad input or too large, the rest as our fault. Unknown paths and
 * methods are bad input. Only the demonstration's calls, where they are off, are a real 404: they don't exist; and probes
 * get the code as their HTTP status. A database that is away is our fault to the page, which may send the call again.
 */
export function answerErrors(app: FastifyInstance, { demo }: { demo: boolean }): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === answerCode.tooLarge) {
      await drain(request.raw);
      reply.removeHeader('connection');
    }
    if (refusal.code === answerCode.ourFault) logFailure(request, error);
    return reply.code(request.routeOptions.config.probe === true ? refusal.code : 200).send(refused(refusal));
  });

  app.setNotFoundHandler(async (request, reply) => {
    const missing = !demo && request.url.startsWith('/demo/');
    return reply.code(missing ? 404 : 200).send(refused(refuse.badInput()));
  });
}

/** What waiting may mend, and what somebody has to mend in the code. */
function logFailure(request: FastifyRequest, error: unknown): void {
  const { url: route } = request.routeOptions;
  if (error instanceof AnsweredTooLate) request.log.warn({ event: 'answeredTooLate', route });
  else if (isUnavailable(error)) request.log.warn({ event: 'databaseUnavailable', route, fault: describeFault(error) });
  else request.log.error({ event: 'fault', route, fault: describeFault(error) });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof TooManyWaiting) return refuse.tooMany();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal(answerCode.tooLarge, 'server.param');
  if (typeof status === 'number' && status >= 400 && status < 500) return refuse.badInput();
  return refuse.ourFault();
}

/** One line per answered request: the route's pattern and never its address, which may carry parameters. */
export function logAnswers(app: FastifyInstance): void {
  app.decorateReply('answerCode', null);
  app.addHook('preSerialization', async (_request, reply, payload: unknown) => {
    if (typeof payload === 'object' && payload !== null && 'code' in payload && typeof payload.code === 'number') reply.answerCode = payload.code;
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      event: 'request',
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      code: reply.answerCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
