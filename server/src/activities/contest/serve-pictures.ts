import type { FastifyInstance } from 'fastify';
import { limitSendTime } from '../../http/connections.ts';
import type { Services } from '../../services.ts';
import { pictureAccess, PICTURES_PATH } from './pictures.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Pictures under the server's own address. Those of approved works never change and may be kept by anybody; any other
 * is asked for anew each time, so a deleted work's are gone at once. Not an envelope: an `<img>` asks.
 */
export function servePictures({ queries, storage, clock, environment }: Pick<Services, 'queries' | 'storage' | 'clock' | 'environment'>) {
  // A picture may take as long on its way out as on its way in.
  const times = { silenceMs: environment.UPLOAD_SILENCE_LIMIT_MS, totalMs: environment.UPLOAD_TIME_LIMIT_MS };
  return async (app: FastifyInstance): Promise<void> => {
    app.route<{ Params: { name: string } }>({
      method: 'GET',
      url: `${PICTURES_PATH}/:name`,
      handler: async (request, reply) => {
        const { name } = request.params;
        const access = /^[\da-f]{32}\.jpg$/.test(name) ? await pictureAccess(queries, name, clock.real()) : null;
        const etag = `"${name}"`;
        if (access !== null) {
          reply.header('cache-control', access === 'public' ? `public, max-age=${YEAR_S}, immutable` : 'private, no-cache').header('etag', etag);
          if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        }
        const file = access === null ? null : await storage.read(name);
        if (file === null) return reply.code(404).removeHeader('etag').removeHeader('cache-control').type('text/plain; charset=utf-8').send('Not found');
        if (reply.sent) {
          file.content.destroy(); // answered as too late meanwhile
          return reply;
        }
        limitSendTime(reply, times);
        return reply
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('content-length', file.bytes)
          .type('image/jpeg')
          .send(file.content);
      },
    });
  };
}
