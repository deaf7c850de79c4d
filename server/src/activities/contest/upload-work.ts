import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { shanghaiDay } from '@fridge/shared-contracts/page';
import { CONTEST_WINDOW, contestCalls, uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Queries } from '../../database/database.ts';
import { success } from '../../edge/answers.ts';
import { receiveMultipart } from '../../edge/receive-multipart.ts';
import { Refusal, refuse, requireOpen } from '../../edge/refusal.ts';
import type { Form } from '../../admission/signature.ts';
import { admit, checkForm, identify } from '../../admission/admit.ts';
import { createUploadSlots } from '../../edge/incoming-files.ts';
import { describeFault } from '../../log/log.ts';
import type { Services } from '../../program/services.ts';
import { pictureAddress, pictureLimits, requireRoomForPicture, storePicture } from './pictures.ts';
import { reEncode } from './re-encode.ts';
import { uploadDays } from './tables.ts';

const { uploadWork: call } = contestCalls;
const FILE_FIELD: (typeof call.files)[number] = 'imgUrl';

/** Of all users in this process. */
const MAX_CONCURRENT_UPLOADS = 200;

/** The speed of smaller ones is that of the buffers on their way. */
const MEASURED_BYTES = 256 * 1024;

const multipartLimits = {
  fileSize: uploadTerms.maxBytes,
  files: 1,
  fields: 8,
  fieldSize: 1_024,
  fieldNameSize: 64,
  parts: 9,
  headerPairs: 32,
};

/** `uploadWork` (spec section 7): multipart with signed fields. Answers the picture's address. */
export async function uploadWork(app: FastifyInstance, services: Services): Promise<void> {
  const { queries, clock, storage, environment, metrics } = services;
  const inSlot = createUploadSlots(services, { ofAll: MAX_CONCURRENT_UPLOADS, ofReceiver: MAX_CONCURRENT_UPLOADS });
  await app.register(multipart, { limits: multipartLimits });

  app.post(String(call.path), { config: { longBody: true } }, async (request, reply) => {
    const identity = await identify(request, call.access, services);
    const userId = identity?.userId ?? '';
    return inSlot(request, reply, { userId }, async (path) => {
      metrics.uploadsUnderWay.inc();
      try {
        const begun = performance.now();
        const verify = async (fields: Form) => {
          checkForm(fields, call, services);
          await admit(identity, fields, call, services);
          requireOpen(services, CONTEST_WINDOW);
          await requireRoomForPicture(queries, userId);
          await countUpload(queries, userId, shanghaiDay(clock.business()));
        };
        const received = { environment, bytes: uploadTerms.maxBytes, verify, fileMayComeFirst: true };
        await receiveMultipart(request, received, async (files, signal) => {
          for await (const { fieldname, file } of files) {
            if (fieldname !== FILE_FIELD) throw refuse.badInput();
            await pipeline(file, createWriteStream(path, { flags: 'wx' }), { signal });
          }
        });
        const [bytes, seconds] = [Number(request.headers['content-length'] ?? 0), (performance.now() - begun) / 1_000];
        if (bytes >= MEASURED_BYTES) metrics.uploadSpeeds.observe(bytes / Math.max(seconds, 0.001));
        const content = await reEncode(path, { sender: userId, signal: disconnectSignal(reply) });
        const name = await storePicture(queries, storage, { userId, content, now: clock.real() });
        metrics.uploads.inc({ outcome: 'kept' });
        return success({ imgUrl: pictureAddress(services, name) });
      } catch (error) {
        metrics.uploads.inc({ outcome: error instanceof Refusal ? 'refused' : 'failed' });
        if (!(error instanceof Refusal)) request.log.error({ event: 'uploadFailed', fault: describeFault(error) });
        throw error;
      } finally {
        metrics.uploadsUnderWay.dec();
      }
    });
  });
}

/** Counts every upload that begins, whatever becomes of its file. @throws Refusal 429 above the daily limit */
async function countUpload(queries: Queries, userId: string, day: string): Promise<void> {
  const counted = await queries
    .insert(uploadDays)
    .values({ userId, day, uploads: 1 })
    .onConflictDoUpdate({
      target: [uploadDays.userId, uploadDays.day],
      set: { uploads: sql`${uploadDays.uploads} + 1` },
      setWhere: lt(uploadDays.uploads, pictureLimits.perDay),
    })
    .returning({ uploads: uploadDays.uploads });
  if (counted.length === 0) throw refuse.tooMany();
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(refuse.badInput());
  });
  return controller.signal;
}
