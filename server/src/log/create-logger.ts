import Fastify, { type FastifyBaseLogger } from 'fastify';

/** Fastify's own logger, pino: one JSON line per event. It starts before the app does, so it comes from an idle one. */
export function createLogger(level: string, stream?: { write(line: string): void }): FastifyBaseLogger {
  return Fastify({ logger: { level, base: null, ...(stream && { stream }) } }).log;
}
