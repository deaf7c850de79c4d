import { answerCode } from '@fridge/shared-contracts';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/database.ts';
import type { Environment } from '../program/environment.ts';
import { drain } from './connections.ts';
import { Refusal, refuse } from './refusal.ts';
import { watchBody } from './watch-body.ts';

/** Multipart overhead around the files. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * Reads a multipart body within the limits of uploads.
 * @param bytes of all its files
 * @param read its parts; the signal aborts when the body is late
 * @throws Refusal 413 for a large body, 400 for a malformed, slow or stalled one, and what `read` throws
 */
export async function receiveMultipart<Result>(
  request: FastifyRequest,
  { environment, bytes }: { environment: Environment; bytes: number },
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const watch = watchBody(request.raw, environment, () => new Refusal(answerCode.badInput, 'server.upload.slow'));
  try {
    if (Number(request.headers['content-length'] ?? 0) > bytes + ENVELOPE_BYTES) throw refuse.tooLarge();
    if (!request.isMultipart()) throw refuse.badInput();
    return await Promise.race([read(watch.signal), watch.failed]);
  } catch (error) {
    request.raw.unpipe();
    if (!watch.signal.aborted) await drain(request.raw);
    throw asRefusal(error);
  } finally {
    watch.end();
  }
}

/** Whether a text part came whole, under a name that came whole, and PostgreSQL can store both. */
export const isReadableField = (part: {
  fieldname: string;
  value: unknown;
  fieldnameTruncated: boolean;
  valueTruncated: boolean;
}): part is typeof part & { value: string } =>
  typeof part.value === 'string' &&
  !part.valueTruncated &&
  !part.fieldnameTruncated &&
  !`${part.fieldname}${part.value}`.includes('\0');

/** Maps the multipart parser's errors only, of which some have no code, as some of the database's driver. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof DrizzleQueryError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refuse.tooLarge();
  if (code === '' && isUnavailable(error)) return error;
  return code.startsWith('FST_') || code === '' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? refuse.badInput()
    : error;
}
