import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { answerCode } from '@fridge/shared-contracts';
import { shanghaiDay } from '@fridge/shared-contracts/host';
import { CONTEST_WINDOW, contestCalls, uploadTerms } from '@fridge/shared-contracts/activities/contest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment.ts';
import { success } from '../../http/answers.ts';
import { drain } from '../../http/connections.ts';
import { Refusal, refuse, requireOpen } from '../../http/refusal.ts';
import { watchBody } from '../../http/watch-body.ts';
import type { Form } from '../../http/signature.ts';
import { admit, checkForm, identify } from '../../http/signed-calls.ts';
import { describeFault } from '../../log.ts';
import type { UploadOutcome } from '../../metrics/metrics.ts';
import type { Services } from '../../services.ts';
import { pictureAddress, storePicture } from './pictures.ts';
import { reEncode } from './re-encode.ts';
import { checkUploadLimits, countUpload, pictureLimits } from './user-limits.ts';

const { uploadWork: call } = contestCalls;
const FILE_FIELD: (typeof call.files)[number] = 'imgUrl';

/** Of all users in this process; each is an open file and a connection. */
const MAX_CONCURRENT_UPLOADS = 200;

const multipartLimits = {
  fileSize: uploadTerms.maxBytes,
  files: 1,
  fields: 8,
  fieldSize: 1_024,
  fieldNameSize: 64,
  parts: 9,
  headerPairs: 32,
};

/** Multipart overhead around the file. */
const ENVELOPE_BYTES = 64 * 1024;

/** Longer than any upload may take. */
const INTERRUPTED_AFTER_MS = 10 * 60 * 1000;

/** `uploadWork` (spec section 7): multipart with signed fields. Answers the picture's address. */
export async function uploadWork(app: FastifyInstance, services: Services): Promise<void> {
  const { queries, clock, settings, storage, environment, metrics, userCounts } = services;
  let inAll = 0;
  await app.register(multipart, { limits: multipartLimits });

  app.post(String(call.path), { config: { longBody: true } }, async (request, reply) => {
    const identity = await identify(request, call, services);
    const userId = identity?.userId ?? '';
    if (userCounts.underWay(userId, 'uploadsUnderWay') >= pictureLimits.atOnce || inAll >= MAX_CONCURRENT_UPLOADS)
      throw refuse.tooMany();
    userCounts.begin(userId, 'uploadsUnderWay');
    inAll += 1;
    const ended = metrics.uploadBegun();
    let outcome: UploadOutcome = 'refused';
    const path = join(incomingFolder(environment), `${clock.real()}-${randomUUID()}`);
    try {
      await receiveUpload(request, path, environment, async (fields) => {
        checkForm(fields, call, services);
        await admit(identity, fields, call, services);
        requireOpen(services, CONTEST_WINDOW);
        await checkUploadLimits(queries, userId, shanghaiDay(clock.business()));
      });
      await countUpload(queries, userId, shanghaiDay(clock.business()));
      const picture = await reEncode(path, { userId, signal: disconnectSignal(reply) });
      const name = await storePicture(queries, storage, { userId, picture, now: clock.real() });
      outcome = 'kept';
      return success({ imgUrl: pictureAddress(settings.current().apiBase, name) });
    } catch (error) {
      // The rest of the body isn't read.
      if (!request.raw.complete) reply.header('connection', 'close');
      if (!(error instanceof Refusal)) {
        outcome = 'failed';
        request.log.error({ event: 'uploadFailed', fault: describeFault(error) });
      }
      throw error;
    } finally {
      await rm(path, { force: true });
      inAll -= 1;
      userCounts.end(userId, 'uploadsUnderWay');
      ended(outcome);
    }
  });
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(refuse.badInput());
  });
  return controller.signal;
}

/** Uploads in progress, on disk even with object storage. */
const incomingFolder = ({ UPLOADS_DIR }: Environment): string => join(UPLOADS_DIR, 'incoming');

/**
 * Streams a multipart body's file to disk; the caller removes it. Verifies the fields once `token` was read: before the
 * file if fields come first.
 * @throws Refusal 413 for a large file, 400 for a malformed, slow or stalled body, and what `verify` throws
 */
async function receiveUpload(
  request: FastifyRequest,
  path: string,
  environment: Environment,
  verify: (fields: Form) => Promise<void>,
): Promise<void> {
  const watch = watchBody(request.raw, environment, () => new Refusal(answerCode.badInput, 'server.upload.slow'));
  try {
    if (Number(request.headers['content-length'] ?? 0) > uploadTerms.maxBytes + ENVELOPE_BYTES) throw refuse.tooLarge();
    if (!request.isMultipart()) throw refuse.badInput();
    await mkdir(dirname(path), { recursive: true });
    await Promise.race([readParts(request, path, verify, watch.signal), watch.failed]);
  } catch (error) {
    request.raw.unpipe();
    if (!watch.signal.aborted) await drain(request.raw);
    throw asRefusal(error);
  } finally {
    watch.end();
  }
}

async function readParts(
  request: FastifyRequest,
  path: string,
  verify: (fields: Form) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is an ordinary name
  let [verified, received] = [false, false];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== FILE_FIELD) throw refuse.badInput();
      if ('token' in fields) {
        await verify(fields);
        verified = true;
      }
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }), { signal });
      received = true;
    } else {
      const { fieldname, value } = part;
      const readable =
        typeof value === 'string' &&
        !part.valueTruncated &&
        !part.fieldnameTruncated &&
        !`${fieldname}${value}`.includes('\0');
      // No field may follow the verified ones.
      if (!readable || fieldname in fields || verified) throw refuse.badInput();
      fields[fieldname] = value;
    }
  }
  if (!received) throw refuse.badInput();
  if (!verified) await verify(fields);
}

/** Maps the multipart parser's errors only. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refuse.tooLarge();
  return code.startsWith('FST_') || code === '' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? refuse.badInput()
    : error;
}

/**
 * Removes partial uploads of ended processes. Their age is by the server's clock, which named them: the file system's may
 * differ, and an upload that is under way must stay.
 */
export async function removeInterruptedUploads(environment: Environment, now: number): Promise<void> {
  const folder = incomingFolder(environment);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    const startedAt = Number(/^\d{13}(?=-)/.exec(name)?.[0] ?? found?.mtimeMs);
    if (found?.isFile() && now - startedAt > INTERRUPTED_AFTER_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}
