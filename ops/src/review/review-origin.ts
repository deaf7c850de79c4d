import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import { WORK_CURSOR } from '@fridge/server/operator-protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Ask, askServer } from '../ask-server.ts';
import { LOOPBACK_ADDRESS } from '../product/ports.ts';
import type { StateFolder } from '../workspace.ts';
import { beginKeys, knowsKey, takeKey } from './one-time-keys.ts';
import { actions, findPlace, findWork, nameSchema, nullWhenRefused, workIdSchema } from './review-actions.ts';
import {
  decidedPage,
  emptyQueuePage,
  namePage,
  noticePage,
  prizePage,
  queuePage,
  type ReviewSession,
} from './review-pages.ts';
import { words } from './review-words.ts';

const MOST_FORM_BYTES = 16 * 1024;
const DECIDED_PER_PAGE = 50;
const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Without a referrer browsers send `Origin: null` with forms.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** On loopback, whatever `HOST` says. Earlier links are void. */
export async function openReview(
  port: number,
  state: Pick<StateFolder, 'operatorSocket' | 'reviewKeys'>,
): Promise<FastifyInstance> {
  await beginKeys(state.reviewKeys, port);
  const app = Fastify({ forceCloseConnections: true });
  await app.register(review(port, state.reviewKeys, (request) => askServer(state.operatorSocket, request)));
  await app.listen({ port, host: LOOPBACK_ADDRESS });
  return app;
}

const optional = <Output>(schema: v.GenericSchema<string, Output>) => v.fallback(v.optional(schema), undefined);
const querySchema = v.object({
  key: optional(v.string()),
  work: optional(workIdSchema),
  id: optional(workIdSchema),
  after: optional(v.pipe(v.string(), v.regex(WORK_CURSOR))),
});

/**
 * Queue, decisions and prizes for operators. It asks the server over the operator socket and stores only its sessions,
 * which begin with a one-time link (`ops works review`).
 * @param port refuses requests to another host name or port
 * @param keys folder of the one-time keys
 */
const review =
  (port: number, keys: string, ask: Ask) =>
  async (app: FastifyInstance): Promise<void> => {
    const sessions = createSessions(port);
    await app.register(formbody, { bodyLimit: MOST_FORM_BYTES });
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(securityHeaders);
      if (!isOwnRequest(request, port)) return sendText(reply, 403, 'This page answers itself alone.');
    });
    app.setNotFoundHandler((_, reply) => sendText(reply, 404, 'Not found'));
    app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
      const { statusCode = 500 } = error;
      return statusCode < 500
        ? sendText(reply, statusCode, '')
        : sendPage(reply, noticePage(words.noServer, words.noServerText), 503);
    });

    for (const [file, type] of [
      ['review.css', 'text/css'],
      ['review.js', 'text/javascript'],
    ] as const) {
      app.get(`/${file}`, (_, reply) =>
        reply.type(`${type}; charset=utf-8`).send(createReadStream(join(import.meta.dirname, 'page', file))),
      );
    }

    app.get('/enter', async (request, reply) => {
      const { key = '' } = v.parse(querySchema, request.query);
      // `HEAD` and prefetches don't use the link up.
      const purposes = [request.headers['sec-purpose'], request.headers['purpose']];
      const isAsking = request.method === 'HEAD' || purposes.some((purpose) => purpose?.includes('prefetch'));
      if (isAsking) return sendText(reply, (await knowsKey(keys, key)) ? 204 : 403, '');
      if (!(await takeKey(keys, key))) return askForLink(reply);
      return reply.header('set-cookie', sessions.open()).redirect('/', 303);
    });

    type Handler = (request: FastifyRequest, reply: FastifyReply, session: ReviewSession) => unknown;

    /** The name is asked for at `/`. */
    const withSession = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => {
      const session = sessions.find(request.headers.cookie);
      return session === null ? askForLink(reply) : handler(request, reply, session);
    };
    const withName = (handler: Handler) =>
      withSession((request, reply, session) =>
        session.name === '' ? reply.redirect('/', 303) : handler(request, reply, session),
      );

    app.get(
      '/',
      withSession(async (request, reply, session) => {
        if (session.name === '') return sendPage(reply, namePage(session));
        const { work: id } = v.parse(querySchema, request.query);
        const chosen = id === undefined ? null : await findWork(ask, id);
        const work = chosen?.status === 'pending' ? chosen : (await ask({ command: 'works.list', limit: 1 })).works[0];
        const place = work === undefined ? null : await findPlace(ask, work.id);
        const shown = withMessageOnce(session);
        return sendPage(
          reply,
          work === undefined || place === null ? emptyQueuePage(shown) : queuePage(shown, work, place),
        );
      }),
    );

    app.get(
      '/decided',
      withName(async (request, reply, session) => {
        const { after } = v.parse(querySchema, request.query);
        const listed = await ask({ command: 'works.list', show: 'decided', limit: DECIDED_PER_PAGE, after });
        return sendPage(reply, decidedPage(withMessageOnce(session), listed, after === undefined));
      }),
    );

    app.get(
      '/work',
      withName(async (request, reply, session) => {
        const { id } = v.parse(querySchema, request.query);
        const work = id === undefined ? null : await findWork(ask, id);
        const place = work && (await findPlace(ask, work.id));
        if (work === null || place === null)
          return sendPage(reply, noticePage(words.gone, words.goneText, withMessageOnce(session)), 404);
        if (work.status === 'pending') return reply.redirect(`/?work=${work.id}`, 303);
        return sendPage(reply, prizePage(withMessageOnce(session), work, place, await ask({ command: 'draw.list' })));
      }),
    );

    app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
      if (sessions.find(request.headers.cookie) === null) return askForLink(reply);
      const picture = await ask({ command: 'works.picture', name: request.params.name }).catch(nullWhenRefused);
      if (picture === null) return sendText(reply, 404, 'Not found');
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, max-age=600')
        .send(Buffer.from(picture.base64, 'base64'));
    });

    app.post(
      '/name',
      withSession((request, reply, session) => {
        const parsed = v.safeParse(nameSchema, request.body);
        if (parsed.success) session.name = parsed.output.name;
        return reply.redirect('/', 303);
      }),
    );

    for (const [path, act] of Object.entries(actions)) {
      app.post(
        path,
        withSession(async (request, reply, session) => {
          if (session.name === '') return sendText(reply, 404, 'Not found');
          const next = await act(request.body, session, ask);
          return next === null ? sendText(reply, 400, "The form is not the page's own.") : reply.redirect(next, 303);
        }),
      );
    }
  };

/** Cookies are shared by all ports of a host, so their name has the port. */
function createSessions(port: number) {
  const cookie = `fridge-review-${port}`;
  const sessions = new Map<string, ReviewSession>();
  return {
    open(): string {
      const id = randomBytes(24).toString('base64url');
      sessions.set(id, { name: '', message: null });
      setTimeout(() => sessions.delete(id), SESSION_LIFE_MS).unref();
      return `${cookie}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_LIFE_MS / 1000}`;
    },
    find(header = ''): ReviewSession | null {
      const pair = header.split(/;\s*/).find((each) => each.startsWith(`${cookie}=`));
      return sessions.get(pair?.slice(cookie.length + 1) ?? '') ?? null;
    },
  };
}

/**
 * Any page in the browser can send requests to loopback: `Origin` or `Sec-Fetch-Site` show another origin, `Host` shows
 * DNS rebinding.
 */
function isOwnRequest({ method, headers }: FastifyRequest, port: number): boolean {
  const { host = '', origin } = headers;
  if (!['localhost', '127.0.0.1', '[::1]'].some((name) => host === `${name}:${port}`)) return false;
  if (origin !== undefined) return origin === `http://${host}`;
  if (method === 'POST') return false;
  const site = headers['sec-fetch-site'];
  // A link of another site may open a tab: it can't be framed or read.
  const opensTab = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === undefined || site === 'same-origin' || site === 'none' || opensTab;
}

function withMessageOnce(session: ReviewSession): ReviewSession {
  const shown = { ...session };
  session.message = null;
  return shown;
}

const sendPage = (reply: FastifyReply, markup: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);

const askForLink = (reply: FastifyReply) => sendPage(reply, noticePage(words.noSession, words.noSessionText), 403);

/** Closes the connection: what is left of the request isn't read. */
const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).header('connection', 'close').type('text/plain; charset=utf-8').send(line);
