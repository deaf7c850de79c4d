import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is read and thrown away of a body that is too large, so that its sender gets to read the answer. */
const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_MS = 5_000;

/** A client that is still sending would see a closed connection instead of an answer. Waits for its end, within bounds. */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const finish = () => {
      clearTimeout(limit);
      request.off('data', count).off('end', finish).off('close', finish);
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) finish();
    };
    const limit = setTimeout(finish, LONGEST_MS);
    request.on('data', count).on('end', finish).on('close', finish);
    request.resume();
  });
}

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
