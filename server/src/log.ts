import Fastify, { type FastifyBaseLogger } from 'fastify';

/**
 * One structured line per event. A line holds names, counts and durations; never a phone, token, code, address,
 * name of a person or request body, and so never an error's message, which may quote any of them.
 */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Fastify's own logger, pino. It starts before the app does, so it comes from an idle one. */
export function createLogger(level: string, stream?: { write(line: string): void }): FastifyBaseLogger {
  return Fastify({ logger: { level, base: null, ...(stream && { stream }) } }).log;
}

/** What may be logged of an error: where and of which kind. Its message may quote a query's parameters. */
export type Fault = { name: string; code?: string; constraint?: string; at: string[]; cause?: Fault };

export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = shortText(error, 'code');
  const constraint = shortText(error, 'constraint');
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    at: (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)).slice(0, 6).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeFault(error.cause) }),
  };
}

function shortText(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined;
}
