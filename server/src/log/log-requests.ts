import type { FastifyInstance } from 'fastify';

/** One line per answered request: the route's pattern and never its address, which may carry parameters. */
export function logRequests(app: FastifyInstance): void {
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
