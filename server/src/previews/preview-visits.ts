import type { FastifyReply, FastifyRequest } from 'fastify';
import { previewPaths } from '@fridge/shared-contracts/host';
import { cookieAttributes, ownCookieName, readCookie } from '../http/cookies.ts';
import type { OriginHandler } from '../host-origin/serve-origin.ts';
import type { Services } from '../services.ts';
import { createVisits, endPreview, KEY, openPreview, type Preview } from './previews.ts';

/** Previews at the host's origin: who has the cookie of one, and the links that give and take it. */
export type PreviewVisits = {
  /** @returns the preview that this request's visit shows; `null` for everybody else */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Preview | null>;
  /** Answers `/preview/<key of a link>` and `/preview/end`. */
  handler: OriginHandler;
};

type VisitServices = Pick<Services, 'queries' | 'configuration' | 'settings' | 'clock' | 'log' | 'environment'>;

const LINK = new RegExp(`^${previewPaths.below}(?<key>${KEY.source.slice(1, -1)})$`);

const USED_UP =
  'This link opens a preview once, within 12 hours, and it was opened in another browser or is over. ' +
  'Start `remote-kit dev --host` again for another one.';
const SWITCHED_OFF =
  'This host shows no previews. Its operators allow them with the setting "previews": true (docs/operations.md).';

export function createPreviewVisits(services: VisitServices): PreviewVisits {
  const { queries, settings, log, environment } = services;
  const name = ownCookieName('preview', environment.PUBLIC_HOST_ORIGIN);
  const attributes = cookieAttributes(environment.PUBLIC_HOST_ORIGIN);
  const previewOf = createVisits(services);

  const visitOf = (request: Pick<FastifyRequest, 'headers'>) => readCookie(request, name, KEY);

  const open = async (request: FastifyRequest, reply: FastifyReply, link: string) => {
    if (!settings.current().previews) return sendText(reply, 403, SWITCHED_OFF);
    // What only looks ahead must not use the link up.
    if (request.method !== 'GET' || request.headers['sec-purpose'] !== undefined)
      return sendText(reply, 503, 'Open it.');
    const opened = await openPreview(services, link, visitOf(request));
    if (opened === null) return sendText(reply, 410, USED_UP);
    const { release, team, expiresAt } = opened.preview;
    log.info({ event: 'previewOpened', team, remote: release.name });
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - services.clock.real()) / 1_000));
    reply.header('set-cookie', `${name}=${opened.visit}; Max-Age=${seconds}; ${attributes}`);
    return redirect(reply, release.routes[0]?.path ?? '/');
  };

  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = visitOf(request);
    const ended = visit === null ? null : await endPreview(queries, visit);
    if (ended !== null) log.info({ event: 'previewEnded', team: ended.team, remote: ended.name });
    reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    return redirect(reply, '/');
  };

  return {
    async of(request) {
      const visit = settings.current().previews ? visitOf(request) : null;
      return visit === null ? null : previewOf(visit);
    },
    async handler(request, reply, path) {
      const link = LINK.exec(path)?.groups?.['key'];
      if (link === undefined && path !== previewPaths.end) return false;
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      if (link === undefined) await end(request, reply);
      else await open(request, reply, link);
      return true;
    },
  };
}

const redirect = (reply: FastifyReply, path: string) => reply.code(303).header('location', path).send();

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(`${text}\n`);
