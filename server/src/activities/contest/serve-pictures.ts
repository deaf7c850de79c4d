import type { FastifyInstance } from 'fastify';
import { limitSendTime } from '../../http/connections.ts';
import type { Services } from '../../services.ts';
import { pictureAccess, PICTURES_PATH } from './pictures.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Pictures for `<img>`, so without the envelope. Those of approved works are cached for a year, others revalidated, so
 * deletion takes effect at once.
 */
export function servePictures({ queries, storage, clock, environment }: Pick<Services, 'queries' | 'storage' | 'clock' | 'environment'>) {
  // Upload limits apply to downloads too.
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
          file.content.destroy();
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
