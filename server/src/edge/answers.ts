import { answerCode } from '@fridge/shared-contracts';
import { type Answer, clockHeaders } from '@fridge/shared-contracts/page';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../program/clock.ts';
import { copy } from './copy.ts';
import { TooManyWaiting } from '../database/database.ts';
import type { Metrics } from '../operations/metrics/metrics.ts';
import { drain } from './connections.ts';
import { logFailure, Refusal, refuse } from './refusal.ts';
import { requestIdHeader } from './request-id.ts';
import type { Log } from '../log/log.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's code, for the log; `null` until answered, and for preflights. */
    answerCode: number | null;
  }
}

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
 * Answers failures in the envelope with HTTP 200 (architecture, "The wire"): refusals with their message, what Fastify
 * can't read as 400 or 413, unknown routes as 400, the rest as 500. Exceptions: `/demo/*` without `DEMO=1` is HTTP 404;
 * probes get the code as HTTP status.
 */
export function answerErrors(app: FastifyInstance, { demo }: { demo: boolean }): void {
  const logRefused = logRefusals(app.log);
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof TooManyWaiting) logRefused(error);
    const refusal = asRefusal(error);
    if (refusal.code === answerCode.tooLarge) {
      await drain(request.raw);
      reply.removeHeader('connection');
    }
    if (refusal.code === answerCode.ourFault && error !== refusal) logFailure(request, error);
    return reply.code(request.routeOptions.config.probe === true ? refusal.code : 200).send(refused(refusal));
  });

  app.setNotFoundHandler(async (request, reply) => {
    const missing = !demo && request.url.startsWith('/demo/');
    return reply.code(missing ? 404 : 200).send(refused(refuse.badInput()));
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof TooManyWaiting) return refuse.tooMany();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal(answerCode.tooLarge, 'server.param');
  if (typeof status === 'number' && status >= 400 && status < 500) return refuse.badInput();
  return refuse.ourFault();
}

/**
 * One line, one measurement and an id in the answer per request, by its route's pattern, never its address, which may
 * have parameters.
 */
export function logAnswers(app: FastifyInstance, { requests }: Pick<Metrics, 'requests'>): void {
  app.decorateReply('answerCode', null);
  app.addHook('preSerialization', (_request, reply, payload: unknown, done) => {
    if (typeof payload === 'object' && payload !== null && 'code' in payload && typeof payload.code === 'number')
      reply.answerCode = payload.code;
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ route, code: reply.answerCode ?? reply.statusCode }, reply.elapsedTime / 1_000);
    request.log.info({
      event: 'request',
      method: request.method,
      route,
      status: reply.statusCode,
      code: reply.answerCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}

/** Chromium caps it at two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/** Both clocks, and `no-store` unless the route sets a cache policy. */
export function addClockHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header(clockHeaders.real, String(clock.real()));
    reply.header(clockHeaders.business, String(clock.business()));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

/**
 * Lets pages of these origins read every answer (CORS). Register before what answers in a route's place; preflights are
 * answered as a route is.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const isAllowed = (origin = '') => origins.includes(origin);
  const exposed = Object.values(clockHeaders).join(', ');
  app.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
    reply.header('vary', 'Origin');
    if (isAllowed(origin))
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
    done();
  });
  app.options('*', (request, reply) => {
    if (!isAllowed(request.headers.origin)) return reply.callNotFound();
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': PREFLIGHT_MAX_AGE_S,
        'content-length': '0',
      })
      .send();
  });
}

/**
 * CORS doesn't stop other origins from sending forms and beacons.
 * @param origin the header; absent unless a page sent the request
 * @throws Refusal 403 for another origin
 */
export function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin)) throw refuse.notYours();
}

export const REFUSALS_EVERY_MS = 10_000;

/** Logs calls that full queues refuse: the first at once, those of the next ten seconds in one line. */
export function logRefusals(log: Pick<Log, 'warn'>): (refusal: TooManyWaiting) => void {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer = null;
    if (counts.size === 0) return;
    log.warn({ event: 'tooManyWaiting', refused: Object.fromEntries(counts) });
    counts.clear();
    timer = setTimeout(tell, REFUSALS_EVERY_MS).unref();
  };
  return ({ queue }) => {
    counts.set(queue, (counts.get(queue) ?? 0) + 1);
    if (timer === null) tell();
  };
}
