import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answerCode } from '@fridge/shared-contracts';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import type { FastifyRequest } from 'fastify';
import { drain } from '../../http/connections.ts';
import type { Form } from '../../http/form.ts';
import { Refusal, refuse } from '../../http/refusal.ts';

export const multipartLimits = { fileSize: uploadTerms.maxBytes, files: 1, fields: 8, fieldSize: 1_024, fieldNameSize: 64, parts: 9, headerPairs: 32 };

/** Multipart overhead around the file. */
const ENVELOPE_BYTES = 64 * 1024;

const CHECK_INTERVAL_MS = 500;

/** Longer than any upload may take. */
const INTERRUPTED_AFTER_MS = 10 * 60 * 1000;

/** Uploads in progress, on disk even with object storage. */
export function incomingFolder({ UPLOADS_DIR }: { UPLOADS_DIR: string }): string {
  return join(UPLOADS_DIR, 'incoming');
}

/** Limits without progress and in total. */
type UploadTimes = { silenceMs: number; totalMs: number };

/** @property path the file, removed by the caller; @property verified the result of `verify` */
type ReceivedUpload<Verified> = { path: string; verified: Verified };

/**
 * Streams a multipart body's file to disk. Verifies the fields once `token` was read: before the file if fields come
 * first.
 * @throws Refusal 413 for a large file, 400 for a malformed, slow or stalled body, and what `verify` throws; the file
 *   is removed
 */
export async function receiveUpload<Verified>(
  request: FastifyRequest,
  { folder, fileField, verify, times }: { folder: string; fileField: string; verify: (fields: Form) => Promise<Verified>; times: UploadTimes },
): Promise<ReceivedUpload<Verified>> {
  const path = join(folder, randomUUID());
  const watch = watchBody(request.raw, times);
  try {
    if (Number(request.headers['content-length'] ?? 0) > uploadTerms.maxBytes + ENVELOPE_BYTES) throw tooLarge();
    if (!request.isMultipart()) throw refuse.badInput();
    await mkdir(folder, { recursive: true });
    const verified = await Promise.race([readParts(request, { path, fileField, verify, signal: watch.signal }), watch.failed]);
    return { path, verified };
  } catch (error) {
    await rm(path, { force: true });
    request.raw.unpipe();
    if (!watch.signal.aborted) await drain(request.raw);
    throw asRefusal(error);
  } finally {
    watch.end();
  }
}

async function readParts<Verified>(
  request: FastifyRequest,
  { path, fileField, verify, signal }: { path: string; fileField: string; verify: (fields: Form) => Promise<Verified>; signal: AbortSignal },
): Promise<Verified> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is an ordinary name
  let verified: { value: Verified } | null = null;
  let received = false;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField) throw refuse.badInput();
      if ('token' in fields) verified = { value: await verify(fields) };
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }), { signal });
      received = true;
    } else {
      const { fieldname, value } = part;
      const readable = typeof value === 'string' && !part.valueTruncated && !part.fieldnameTruncated && !`${fieldname}${value}`.includes('\0');
      // No field may follow the verified ones.
      if (!readable || fieldname in fields || verified !== null) throw refuse.badInput();
      fields[fieldname] = value;
    }
  }
  if (!received) throw refuse.badInput();
  return verified === null ? verify(fields) : verified.value;
}

function watchBody({ socket }: IncomingMessage, { silenceMs, totalMs }: UploadTimes) {
  const controller = new AbortController();
  const begun = Date.now();
  let [bytes, progressAt] = [socket.bytesRead, begun];
  const failed = new Promise<never>((_resolve, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)));
  failed.catch(() => undefined);
  const look = setInterval(() => {
    const now = Date.now();
    if (socket.bytesRead !== bytes) [bytes, progressAt] = [socket.bytesRead, now];
    if (now - progressAt > silenceMs || now - begun > totalMs) controller.abort(new Refusal(answerCode.badInput, 'server.upload.slow'));
  }, Math.min(CHECK_INTERVAL_MS, silenceMs / 2));
  return { signal: controller.signal, failed, end: () => clearInterval(look) };
}

function tooLarge(): Refusal {
  return new Refusal(answerCode.tooLarge, 'server.upload.size');
}

/** Maps the multipart parser's errors only. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  return code.startsWith('FST_') || code === '' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? refuse.badInput() : error;
}

/** Removes partial uploads of ended processes. */
export async function removeInterruptedUploads(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && now - found.mtimeMs > INTERRUPTED_AFTER_MS) await rm(path, { force: true }).catch(() => undefined);
  }
}
