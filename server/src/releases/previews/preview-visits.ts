import type { FastifyReply, FastifyRequest } from 'fastify';
import { previewPaths } from '@fridge/shared-contracts/page';
import { cookieAttributes, ownCookieName, readCookie } from '../../edge/cookies.ts';
import type { OriginHandler } from '../../host-origin/serve-origin.ts';
import type { Services } from '../../program/services.ts';
import { askToEnd, askToOpen, noticePage, pageHeaders } from './preview-pages.ts';
import { decidedOf } from '../registry/registry-document.ts';
import { endPreview, findPreview, isSigned, KEY, openPreview, type Preview, previewOfVisit } from './previews.ts';
import { ownRoutes } from './show-preview.ts';

/** Previews at the host's origin: who has the cookie of one, and the pages that give and take it. */
export type PreviewVisits = {
  /** @returns the preview of this request's visit; `null` for everybody else, and while its remote is stopped */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Preview | null>;
  /** Answers `/preview/<key of a link>` and `/preview/end`. A GET asks, the POST of its button does it. */
  handler: OriginHandler;
};

type VisitServices = Pick<
  Services,
  'queries' | 'configuration' | 'settings' | 'registry' | 'clock' | 'log' | 'environment' | 'pageIdKey'
>;

const LINK = new RegExp(`^${previewPaths.below}(?<key>${KEY.source.slice(1, -1)})$`);

export function createPreviewVisits(services: VisitServices): PreviewVisits {
  const { queries, settings, registry, log, environment } = services;
  const { PUBLIC_HOST_ORIGIN } = environment;
  const name = ownCookieName('preview', PUBLIC_HOST_ORIGIN);
  const attributes = cookieAttributes(PUBLIC_HOST_ORIGIN);
  /** The setting is about code that nobody has checked. */
  const isClosed = (key: string) => !isSigned(key) && !settings.current().previews;
  const previewOf = (visit: string) => previewOfVisit(visit, services);

  const visitOf = (request: Pick<FastifyRequest, 'headers'>) => readCookie(request, name, KEY);
  const pathsOf = (preview: Preview) => ownRoutes(preview, registry.current().registry).map(({ path }) => path);

  const isStopped = ({ release }: Preview) => decidedOf(release.name, registry.reading().document)?.stopped === true;

  const askWhetherToOpen = async (request: FastifyRequest, reply: FastifyReply, link: string) => {
    const found = await findPreview(services, link, visitOf(request));
    if (found === null) return sendPage(reply, 410, noticePage(isSigned(link) ? 'over' : 'gone'));
    const paths = pathsOf(found.preview);
    return found.isOpen ? redirect(reply, paths[0] ?? '/') : sendPage(reply, 200, askToOpen(found.preview, paths));
  };

  const open = async (reply: FastifyReply, link: string) => {
    const opened = await openPreview(services, link);
    if (opened === null) return sendPage(reply, 410, noticePage(isSigned(link) ? 'over' : 'gone'));
    const { release, team, expiresAt } = opened.preview;
    log.info({ event: 'previewOpened', team, remote: release.name });
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - services.clock.real()) / 1_000));
    reply.header('set-cookie', `${name}=${opened.visit}; Max-Age=${seconds}; ${attributes}`);
    return redirect(reply, pathsOf(opened.preview)[0] ?? '/');
  };

  const askWhetherToEnd = async (reply: FastifyReply, visit: string | null) => {
    const preview = visit === null ? null : await previewOf(visit);
    return preview === null ? redirect(reply, '/') : sendPage(reply, 200, askToEnd(pathsOf(preview)[0] ?? '/'));
  };

  const end = async (reply: FastifyReply, visit: string | null) => {
    const ended = visit === null ? null : await endPreview(queries, visit);
    if (ended !== null) log.info({ event: 'previewEnded', team: ended.team, remote: ended.name });
    reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    return redirect(reply, '/');
  };

  return {
    async of(request) {
      const visit = visitOf(request);
      const preview = visit === null || isClosed(visit) ? null : await previewOf(visit);
      return preview !== null && isStopped(preview) ? null : preview;
    },
    async handler(request, reply, path) {
      const link = LINK.exec(path)?.groups?.['key'];
      if (link === undefined && path !== previewPaths.end) return false;
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' });
      const isPressed = request.method === 'POST';
      if (isPressed && !isOwnForm(request, PUBLIC_HOST_ORIGIN)) {
        log.warn({ event: 'previewFormRefused' });
        sendPage(reply, 403, noticePage('refused'));
      } else if (link === undefined) await (isPressed ? end : askWhetherToEnd)(reply, visitOf(request));
      else if (isClosed(link)) sendPage(reply, 403, noticePage('off'));
      else if (isPressed) await open(reply, link);
      else await askWhetherToOpen(request, reply, link);
      return true;
    },
  };
}

/** A form of this origin, whose answer replaces the page: neither another site's, nor a script's, nor in a frame. */
function isOwnForm({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const destination = headers['sec-fetch-dest'];
  return headers.origin === publicOrigin && (destination === undefined || destination === 'document');
}

const redirect = (reply: FastifyReply, path: string) => reply.code(303).header('location', path).send();

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).headers(pageHeaders).send(page);
