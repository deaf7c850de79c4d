import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AnsweredTooLate } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's bodies are large and may take longer; it bounds them by itself. */
    longBody?: boolean;
  }
}

/** What is read and thrown away of a body that is too large, so that its sender gets to read the answer. */
const MOST_BYTES = 128 * 1024 * 1024;
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

/** Ends a connection whose request hasn't arrived within its time. The server's own limit has to fit the longest body. */
export function limitBodyTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.longBody === true) return;
    const limit = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, limitMs);
    reply.raw.once('close', () => clearTimeout(limit));
  });
}

/**
 * Fails a request whose answer isn't there within its time, wherever it waits; what it began goes on and is told when
 * it's sent again. Not for long bodies, nor for an answer that is on its way, such as a picture on a slow line.
 */
export function limitAnswerTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.longBody === true) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      return answeredInTime(async () => handler.call(this, request, reply), reply, limitMs);
    };
  });
}

async function answeredInTime(answer: () => Promise<unknown>, reply: FastifyReply, limitMs: number): Promise<unknown> {
  let limit: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    limit = setTimeout(() => {
      if (!reply.sent && !reply.raw.headersSent) reject(new AnsweredTooLate());
    }, limitMs);
  });
  try {
    return await Promise.race([answer(), tooLate]);
  } finally {
    clearTimeout(limit);
  }
}
