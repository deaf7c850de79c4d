import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createTurns } from '../../bounds/turns.ts';
import { limitSendTime } from '../../edge/connections.ts';
import { DAY_MS } from '../../program/clock.ts';
import type { Services } from '../../program/services.ts';
import { pictureAccess, PICTURES_PATH } from './pictures.ts';

const CACHED_S = (365 * DAY_MS) / 1000;

/** An object of an object store is in memory until its reader has it: of slow readers, each has its turn. */
export const SENT_AT_ONCE = 100;

/**
 * Pictures for `<img>`, so without the envelope. Those of approved works are cached for a year, others revalidated, so
 * deletion takes effect at once unless the work was taken down before.
 */
export async function servePictures(
  app: FastifyInstance,
  { queries, storage, clock, environment }: Services,
): Promise<void> {
  const atOnce = environment.S3_ENDPOINT === undefined ? Infinity : SENT_AT_ONCE;
  const turns = createTurns({ name: 'pictures to send', atOnce });
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const access = await pictureAccess(queries, name, clock.real());
    if (access === null) return sendMissing(reply);
    const etag = `"${name}"`;
    reply
      .header('cache-control', access === 'public' ? `public, max-age=${CACHED_S}, immutable` : 'private, no-cache')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const sendFile = async () => {
      const file = reply.sent ? null : await storage.read(name);
      if (reply.sent) {
        file?.content.destroy();
        return reply;
      }
      if (file === null) return sendMissing(reply.removeHeader('etag').removeHeader('cache-control'));
      // Upload limits apply to downloads too.
      limitSendTime(reply, {
        silenceMs: environment.UPLOAD_SILENCE_LIMIT_MS,
        totalMs: environment.UPLOAD_TIME_LIMIT_MS,
      });
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', file.bytes)
        .type('image/jpeg')
        .send(file.content);
      await finished(reply.raw).catch(() => undefined); // of a reader that is gone
      return reply;
    };
    return turns.run(sendFile, { sender: request.ip });
  });
}

const sendMissing = (reply: FastifyReply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found');
