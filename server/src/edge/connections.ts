import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerCode } from '@fridge/shared-contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { copy } from './copy.ts';
import type { Environment } from '../program/environment.ts';
import { createTally } from '../admission/counts.ts';
import { withinTime } from '../bounds/within-time.ts';
import { AnsweredTooLate, logFailure, Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The result is also the HTTP status, and requests of this machine count against no limit. */
    probe?: boolean;
    /** The route limits its large, slow body itself; `multipart`: of this type alone. */
    longBody?: boolean | 'multipart';
    /** The route bounds its work itself: it waits for other servers. */
    longAnswer?: boolean;
  }
  interface FastifyRequest {
    /** When it is answered at the latest (`limitAnswerTime`), by `performance.now()`. */
    endsAt: number;
  }
  interface FastifyInstance {
    /** From now on each answer closes its connection (`endConnectionsOnClose`). */
    closeAfterAnswers(): void;
  }
}

/**
 * Fastify's options for the connections of every listener.
 * @param requestMs for a request with its answer; also closes idle connections, those of clients that don't read
 * included
 */
export const connectionOptions = (requestMs: number) => ({
  // `headersTimeout` also ends connections that send nothing.
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  requestTimeout: requestMs,
  connectionTimeout: requestMs,
  // Open connections are served during shutdown.
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
});

const connectionLimits = { perAddress: 1_000, inAll: 10_000 };

const MAX_BYTES = 128 * 1024 * 1024;
const MAX_DRAIN_MS = 5_000;

/** Reads the rest of a rejected body, within limits: a client still sending would get a reset instead of the answer. */
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
      if (bytes > MAX_BYTES) finish();
    };
    const limit = setTimeout(finish, MAX_DRAIN_MS);
    request.on('data', count).on('end', finish).on('close', finish);
    request.resume();
  });
}

/** For handlers whose client is gone or was answered too late; their database work is bounded too. */
const HANDLERS_LIMIT_MS = 5_000;

/**
 * Wraps the handlers of the routes that are registered after it. A handler goes on when its connection ends, unlike
 * Fastify's hooks.
 * @param around gets what a handler that began will give; synchronous handlers are left alone
 */
export function aroundHandlers(
  app: FastifyInstance,
  around: (result: Promise<unknown>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? around(result, request, reply) : result;
    };
  });
}

/**
 * During shutdown every answer closes its connection: from `closeAfterAnswers` on, so that a proxy's connections run
 * out while requests on their way are still answered. When the listener closes, connections without a request are
 * closed. Node closes idle ones, but not one after its running request or one opened in advance. Then waits for
 * handlers that outlive their connection. Register before all routes, and before what answers in their place.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let ending = false;
  app.decorate('closeAfterAnswers', () => {
    ending = true;
  });
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    app.closeAfterAnswers();
    for (const socket of silent) socket.destroy();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending) reply.header('connection', 'close');
    done();
  });
  const handlers = new Set<Promise<unknown>>();
  aroundHandlers(app, (result) => {
    handlers.add(result);
    const forget = () => void handlers.delete(result);
    result.then(forget, forget);
    return result;
  });
  app.addHook('onClose', async () => {
    await withinTime(Promise.allSettled(handlers), HANDLERS_LIMIT_MS).catch(() => undefined);
  });
}

function hasLongBody({ routeOptions, headers }: FastifyRequest): boolean {
  const { longBody } = routeOptions.config;
  return longBody === 'multipart' ? isMultipart(headers['content-type']) : longBody === true;
}

export const isMultipart = (contentType = ''): boolean => /^multipart\/form-data\s*;/i.test(contentType);

/** Closes connections whose body is late; `requestTimeout` has to allow for the longest body. */
export function limitBodyTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete && !hasLongBody(request)) {
      const limit = setTimeout(() => {
        if (!request.raw.complete) request.raw.destroy();
      }, limitMs);
      reply.raw.once('close', () => clearTimeout(limit));
    }
    done();
  });
}

/**
 * Fails a request not answered in time; its work continues, and a repeat returns the result. Excludes long bodies, long
 * answers and answers being sent.
 */
export function limitAnswerTime(app: FastifyInstance, limitMs: number): void {
  app.decorateRequest('endsAt', Number.POSITIVE_INFINITY);
  app.addHook('preHandler', (request, _reply, done) => {
    if (isLimited(request)) request.endsAt = performance.now() + limitMs;
    done();
  });
  aroundHandlers(app, (result, request, reply) => {
    if (!isLimited(request)) return result;
    const isLate = () => !reply.sent && !reply.raw.headersSent;
    return withinTime(result, limitMs, { isLate, error: () => tooLate(result, request) });
  });
}

const isLimited = (request: FastifyRequest): boolean =>
  !hasLongBody(request) && request.routeOptions.config.longAnswer !== true;

function tooLate(result: Promise<unknown>, request: FastifyRequest): AnsweredTooLate {
  result.catch((error: unknown) => error instanceof Refusal || logFailure(request, error));
  return new AnsweredTooLate();
}

/**
 * Ends an answer that its client doesn't read: it holds an open file or a picture in memory.
 * @param limits.silenceMs without progress
 * @param limits.totalMs in total
 */
export function limitSendTime(
  { raw }: Pick<FastifyReply, 'raw'>,
  { silenceMs, totalMs }: { silenceMs: number; totalMs: number },
): void {
  const end = () => void raw.destroy();
  // Node restores the connection's timeout after the answer.
  raw.setTimeout(silenceMs, end);
  const limit = setTimeout(end, totalMs).unref();
  raw.once('close', () => clearTimeout(limit));
}

/** Answers in the envelope what isn't HTTP, or has a large or late head, and closes the connection. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Pick<Socket, 'destroyed' | 'writable' | 'end' | 'destroy'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({
    code: error.code === 'HPE_HEADER_OVERFLOW' ? answerCode.tooLarge : answerCode.badInput,
    msg: copy['server.param'],
    data: null,
  });
  const head = [
    'HTTP/1.1 200 OK',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Each connection uses a file descriptor. A trusted proxy holds all users' connections and limits them. */
export function limitConnections(
  server: Server,
  { TRUSTED_PROXIES }: Pick<Environment, 'TRUSTED_PROXIES'>,
  { perAddress, inAll } = connectionLimits,
): void {
  const open = createTally();
  server.maxConnections = inAll;
  if (TRUSTED_PROXIES.length > 0) return;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = open.add(address);
    socket.once('close', () => open.remove(address));
    if (count > perAddress) socket.destroy();
  });
}
