import { answerCode } from '@fridge/shared-contracts';
import type { FastifyInstance } from 'fastify';
import { describeFault } from '../log/describe-fault.ts';
import { refused } from './answer.ts';
import { drain } from './drain.ts';
import { Refusal, refuse } from './refusal.ts';

/**
 * Everything that goes wrong is answered in the one envelope with HTTP 200 (architecture, "The wire"): refusals with
 * their own words, what Fastify refuses to read as bad input or too large, the rest as our fault. Unknown paths and
 * methods are bad input. Only the demonstration's calls, where they are off, are a real 404: they don't exist.
 */
export function answerErrors(app: FastifyInstance, { demo }: { demo: boolean }): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === answerCode.tooLarge) {
      await drain(request.raw);
      reply.removeHeader('connection');
    }
    if (refusal.code === answerCode.ourFault) request.log.error({ event: 'fault', route: request.routeOptions.url, fault: describeFault(error) });
    return reply.code(200).send(refused(refusal));
  });

  app.setNotFoundHandler(async (request, reply) => {
    const missing = !demo && request.url.startsWith('/demo/');
    return reply.code(missing ? 404 : 200).send(refused(refuse.badInput()));
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal(answerCode.tooLarge, 'server.param');
  if (typeof status === 'number' && status >= 400 && status < 500) return refuse.badInput();
  return new Refusal(answerCode.ourFault, 'server.internal');
}
