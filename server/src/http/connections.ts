import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerCode } from '@fridge/shared-contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { copy } from '../copy.ts';
import { createTally } from '../tally.ts';
import { AnsweredTooLate } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's bodies are large and may take longer; it bounds them by itself. */
    longBody?: boolean;
  }
}

/**
 * How long the head of a request may take to arrive, ms; and how often the times of all connections are looked at. Who
 * sends nothing at all is held to the same.
 */
export const headLimits = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 } as const;

/** Connections at a time, of one address and of all; far above what the users behind one address need. */
export const connectionLimits = { perAddress: 1_000, inAll: 10_000 } as const;

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
 * Once the server is told to end, every answer closes its connection, and so does whatever has asked nothing yet. Node
 * closes those that are idle at that moment by itself, but one with a request in flight would be kept open after its
 * answer, and one that a browser opened ahead of its requests until it gives up, and the server with it.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let ending = false;
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    ending = true;
    for (const socket of silent) socket.destroy();
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

/**
 * Ends an answer that its client doesn't read: it holds an open file, or a whole picture of the object storage.
 * @param limits.silenceMs for the client to take anything at all
 * @param limits.totalMs for the client to take all of it
 */
export function limitSendTime({ raw }: Pick<FastifyReply, 'raw'>, { silenceMs, totalMs }: { silenceMs: number; totalMs: number }): void {
  const end = () => void raw.destroy();
  // Node sets the connection's own time again once the answer is through.
  raw.setTimeout(silenceMs, end);
  const limit = setTimeout(end, totalMs).unref();
  raw.once('close', () => clearTimeout(limit));
}

/**
 * Answers what isn't HTTP, too large a head, and a head that doesn't come, in the envelope that everything gets, and
 * closes the connection: what would follow can't be told from what was meant.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Pick<Socket, 'destroyed' | 'writable' | 'end' | 'destroy'>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ code: error.code === 'HPE_HEADER_OVERFLOW' ? answerCode.tooLarge : answerCode.badInput, msg: copy['server.param'], data: null });
  const head = ['HTTP/1.1 200 OK', 'content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'cache-control: no-store', 'connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Closes connections beyond what one address, and all together, may hold open: each takes a file of the process, which
 * has an end for everybody.
 * @param limits.perAddress `null` where a proxy in front holds the connections of all
 */
export function limitConnections(server: Server, { perAddress, inAll }: { perAddress: number | null; inAll: number }): void {
  const open = createTally();
  server.maxConnections = inAll;
  if (perAddress === null) return;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const held = open.add(address);
    socket.once('close', () => open.remove(address));
    if (held > perAddress) socket.destroy();
  });
}
