import type { Readable } from 'node:stream';
import type { Answer } from '@fridge/shared-contracts/page';
import { Agent, request } from 'undici';
import { codeOf } from '../storage/text.ts';
import { BackendFailed, readAnswer } from './read-answer.ts';

/** Of one team in this process, so that a backend that hangs exhausts nothing but its own share. */
export const MAX_CALLS_PER_TEAM = 50;

const CONNECT_LIMIT_MS = 3_000;

/** Connections to backends. Certificates are verified; nothing is redirected or retried. */
export const createBackendAgent = (): Agent =>
  new Agent({
    connections: MAX_CALLS_PER_TEAM,
    pipelining: 1,
    connect: { timeout: CONNECT_LIMIT_MS },
    headersTimeout: 0, // `limitMs` bounds the whole exchange
    bodyTimeout: 0,
  });

/** `headers`: all that is sent. `limitMs`: from the connection to the last byte. */
export interface BackendRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
  readonly limitMs: number;
}

/**
 * Sends a call and reads its answer.
 * @throws BackendFailed
 */
export async function askBackend(agent: Agent, { address, headers, body, limitMs }: BackendRequest): Promise<Answer> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const answer = await request(address, { dispatcher: agent, method: 'POST', headers, body, signal });
    return await readAnswer(answer.statusCode, answer.body);
  } catch (error) {
    if (error instanceof BackendFailed) throw error;
    const reason = signal.aborted ? 'timeout' : NO_CONNECTION.test(codeOf(error)) ? 'unreachable' : 'broken';
    throw new BackendFailed(reason, { cause: error });
  }
}

/** By name, address or certificate. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;
