import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { answerCode } from '@fridge/shared-contracts';
import { shanghaiDay } from '@fridge/shared-contracts/host';
import { CONTEST_WINDOW, contestCalls } from '@fridge/shared-contracts/activities/contest';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { success } from '../../http/answers.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import { type CallVerifier, callVerifier } from '../../http/signed-calls.ts';
import { describeFault } from '../../log.ts';
import type { Services } from '../../services.ts';
import { createTally } from '../../tally.ts';
import { requireOpen } from '../require-open.ts';
import { storePicture, pictureAddress } from './pictures.ts';
import { type Picture, reEncode, UnfitPicture } from './re-encode.ts';
import { incomingFolder, multipartLimits, receiveUpload } from './receive-upload.ts';
import { checkUploadLimits, countUpload, pictureLimits } from './user-limits.ts';

/** Of all users; each is an open file and a connection. */
const MAX_CONCURRENT_UPLOADS = 200;

const FILE_FIELD: (typeof contestCalls.uploadWork.files)[number] = 'imgUrl';

/** `uploadWork` (spec section 7): multipart with signed fields. Answers the picture's address. */
export function uploadWork(services: Services) {
  const { queries, clock, settings, storage, environment, log } = services;
  const folder = incomingFolder(environment);
  const times = { silenceMs: environment.UPLOAD_SILENCE_LIMIT_MS, totalMs: environment.UPLOAD_TIME_LIMIT_MS };
  const underWay = createTally();
  let inAll = 0;

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { limits: multipartLimits });
    const verifier: CallVerifier = callVerifier(app, services);

    app.route({
      method: 'POST',
      url: String(contestCalls.uploadWork.path),
      config: { longBody: true },
      handler: async (request, reply) => {
        const identity = await verifier.identify(request, contestCalls.uploadWork);
        const userId = identity?.userId ?? '';
        if (underWay.of(userId) >= pictureLimits.atOnce || inAll >= MAX_CONCURRENT_UPLOADS) throw refuse.tooMany();
        underWay.add(userId);
        inAll += 1;
        try {
          const { path } = await receiveUpload(request, {
            folder,
            fileField: FILE_FIELD,
            times,
            verify: async (fields) => {
              verifier.checkForm(fields, contestCalls.uploadWork);
              await verifier.admit(identity, fields, contestCalls.uploadWork);
              requireOpen(services, CONTEST_WINDOW);
              await checkUploadLimits(queries, userId, shanghaiDay(clock.business()));
            },
          });
          try {
            await countUpload(queries, userId, shanghaiDay(clock.business()));
            const picture = await reEncode(path, { userId, signal: disconnectSignal(reply) }).catch(asRefusal);
            const name = await storePicture(queries, storage, { userId, picture, now: clock.real() });
            return success({ imgUrl: pictureAddress(settings.current().apiBase, name) });
          } finally {
            await rm(path, { force: true });
          }
        } catch (error) {
          // The rest of the body isn't read.
          if (!request.raw.complete) reply.header('connection', 'close');
          if (!(error instanceof Refusal)) log.error({ event: 'uploadFailed', fault: describeFault(error) });
          throw error;
        } finally {
          inAll -= 1;
          underWay.remove(userId);
        }
      },
    });
  };
}

function asRefusal(error: unknown): Picture {
  if (!(error instanceof UnfitPicture)) throw error;
  throw error.reason === 'size' ? new Refusal(answerCode.tooLarge, 'server.upload.size') : new Refusal(answerCode.badInput, 'server.upload.type');
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(refuse.badInput());
  });
  return controller.signal;
}
