import type { FastifyBaseLogger } from 'fastify';

/**
 * One structured line per event. A line holds names, counts and durations; never a phone, token, code, address,
 * name of a person or request body, and so never an error's message, which may quote any of them.
 */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
