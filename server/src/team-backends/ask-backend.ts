import type { Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { Answer } from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { withinTime } from '../within-time.ts';
import { BoundedAgent } from './bounded-agent.ts';
import { BackendFailed, readAnswer } from './read-answer.ts';

export interface BackendRequest {
  /** Ends with a slash. */
  base: string;
  /** Below `base`. */
  path: string;
  body: string | Readable;
  /** All that is sent. */
  headers: Readonly<Record<string, string>>;
  limitMs: number;
}

/** Settles a request that reply-from forgets, since its client is gone. */
const RESERVE_MS = 250;

/** Before `askBackend`. */
export async function forwarding(app: FastifyInstance): Promise<void> {
  await app.register(replyFrom, { disableRequestLogging: true, undici: new BoundedAgent(), destroyAgent: true });
}

/**
 * Forwards a call and reads its answer. None of the backend's headers is passed on.
 * @throws BackendFailed
 */
export async function askBackend(reply: FastifyReply, asked: BackendRequest): Promise<Answer> {
  const { request } = reply;
  const { log } = request;
  // reply-from logs a failure with what the backend sent.
  request.log = log.child({}, { level: 'silent' });
  try {
    const limit = { error: new BackendFailed('timeout') };
    return await withinTime(exchange(reply, asked), asked.limitMs + RESERVE_MS, limit);
  } catch (error) {
    throw asFailure(error);
  } finally {
    request.log = log;
    reply.code(200);
  }
}

function exchange(reply: FastifyReply, { base, path, body, headers, limitMs }: BackendRequest): Promise<Answer> {
  if (typeof body !== 'string') reply.request.body = body;
  return new Promise((resolve, reject) => {
    reply.from(path, {
      getUpstream: () => base,
      queryString: () => '',
      ...(typeof body === 'string' && { body, contentType: headers['content-type'] ?? '' }),
      timeout: limitMs,
      rewriteRequestHeaders: () => ({ ...headers }),
      rewriteHeaders: () => ({}),
      onResponse: (_request, _reply, answer) => resolve(readAnswer(answer)),
      onError: (_reply, { error }) => reject(error),
    });
  });
}

const LATE = /^(?:TimeoutError|UND_ERR_\w*TIMEOUT)$/;
/** By name, address or certificate. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;

function asFailure(error: unknown): BackendFailed {
  if (error instanceof BackendFailed) return error;
  const signs = signsOf(error);
  const shows = (pattern: RegExp) => signs.some((sign) => pattern.test(sign));
  const reason = shows(NO_CONNECTION) ? 'unreachable' : shows(LATE) ? 'timeout' : 'broken';
  return new BackendFailed(reason, { cause: error });
}

/** Names and codes: reply-from wraps what undici throws. */
function signsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [error.name, ...code, ...signsOf(error.cause)];
}
