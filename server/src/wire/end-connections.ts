import type { FastifyInstance } from 'fastify';

/**
 * Once the server is told to end, every answer closes its connection. Node closes those that are idle at that moment
 * by itself, but one with a request in flight would be kept open after its answer, and the server with it.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let ending = false;
  app.addHook('preClose', async () => {
    ending = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (ending) reply.header('connection', 'close');
  });
}
