import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { openPicture } from '../../activities/contest/work-commands.ts';
import { CURSOR } from '../../commands/parts.ts';
import { run } from '../../commands/run.ts';
import { describeFault } from '../../log/log.ts';
import { findLink, useLink } from '../../admission/operators/operator-links.ts';
import { beginSession, keepOperatorSessions } from '../../admission/operators/operator-sessions.ts';
import { isOwnRequest } from '../../admission/operators/own-requests.ts';
import { packageFolder } from '../../storage/package-folder.ts';
import type { Services } from '../../program/services.ts';
import { actions, type Ask, findPlace, findWork, workIdSchema } from './review-actions.ts';
import {
  decidedPage,
  emptyQueuePage,
  enterPage,
  noticePage,
  prizePage,
  queuePage,
  type ReviewMessage,
  reviewMessageSchema,
  type ReviewSession,
} from './review-pages.ts';
import { words } from './review-words.ts';

const MOST_FORM_BYTES = 16 * 1024;
const DECIDED_PER_PAGE = 50;

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

const files = [
  ['review.css', 'text/css'],
  ['review.js', 'text/javascript'],
] as const;

const optional = <Output>(schema: v.GenericSchema<string, Output>) => v.fallback(v.optional(schema), undefined);
const querySchema = v.object({
  key: optional(v.string()),
  work: optional(workIdSchema),
  id: optional(workIdSchema),
  after: optional(v.pipe(v.string(), v.regex(CURSOR))),
});

/**
 * Queue, decisions and prizes for operators, on the operations listener. A session begins with a one-time link (`ops
 * works review`), which names the reviewer.
 */
export async function review(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, queries, clock } = services;
  const askAs =
    (by: string): Ask =>
    async (command, fields) => {
      const actor = { by, why: '', way: 'console', role: 'reviewer' } as const;
      return (await run({ command, fields }, actor, {}, services)).answer;
    };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    if (!isOwnRequest(request, environment.PUBLIC_OPERATIONS_ORIGIN))
      return sendText(reply, 403, 'This page answers itself alone.');
  });
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return sendText(reply, statusCode, '');
    request.log.error({ event: 'reviewFault', route: request.routeOptions.url, fault: describeFault(error) });
    return sendPage(reply, noticePage(words.noServer, words.noServerText), 503);
  });
  await app.register(formbody, { bodyLimit: MOST_FORM_BYTES });
  await keepOperatorSessions(app, services);

  for (const [file, type] of files) {
    const content = await readFile(join(packageFolder, 'review-page', file));
    app.get(`/${file}`, (_, reply) => reply.type(`${type}; charset=utf-8`).send(content));
  }

  // Opening the link changes nothing: chats and scanners open links too. The button of its page uses it up.
  app.get('/enter', async (request, reply) => {
    const { key = '' } = v.parse(querySchema, request.query);
    const operator = await findLink(queries, key, clock.real());
    return operator === null ? askForLink(reply) : sendPage(reply, enterPage(key, operator));
  });

  app.post('/enter', async (request, reply) => {
    const { key = '' } = v.parse(querySchema, request.body);
    const operator = await useLink(queries, key, clock.real());
    if (operator === null) return askForLink(reply);
    await beginSession(request, operator);
    return reply.redirect('/', 303);
  });

  type Visit = { request: FastifyRequest; reply: FastifyReply; session: ReviewSession; ask: Ask };
  type Handler = (visit: Visit) => unknown;
  const withSession = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => {
    const { operator = '', message } = request.session;
    return operator === ''
      ? askForLink(reply)
      : handler({
          request,
          reply,
          session: { name: operator, message: v.parse(reviewMessageSchema, message ?? null) },
          ask: askAs(operator),
        });
  };

  app.get(
    '/',
    withSession(async ({ request, reply, session, ask }) => {
      const { work: id } = v.parse(querySchema, request.query);
      const chosen = id === undefined ? null : await findWork(ask, id);
      const shown = chosen?.status === 'pending' ? chosen.id : (await ask('works claim', {})).id;
      const work = shown === null ? null : await findWork(ask, shown);
      const place = work && (await findPlace(ask, work.id));
      const isEmpty = work === null || place === null;
      return showOnce(request, reply, isEmpty ? emptyQueuePage(session) : queuePage(session, work, place));
    }),
  );

  app.get(
    '/decided',
    withSession(async ({ request, reply, session, ask }) => {
      const { after } = v.parse(querySchema, request.query);
      const listed = await ask('works list', { show: 'decided', limit: DECIDED_PER_PAGE, after });
      return showOnce(request, reply, decidedPage(session, listed, after === undefined));
    }),
  );

  app.get(
    '/work',
    withSession(async ({ request, reply, session, ask }) => {
      const { id } = v.parse(querySchema, request.query);
      const work = id === undefined ? null : await findWork(ask, id);
      const place = work && (await findPlace(ask, work.id));
      if (work === null || place === null)
        return showOnce(request, reply, noticePage(words.gone, words.goneText, session), 404);
      if (work.status === 'pending') return reply.redirect(`/?work=${work.id}`, 303);
      return showOnce(request, reply, prizePage(session, work, place, await ask('draw list', {})));
    }),
  );

  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    if ((request.session.operator ?? '') === '') return askForLink(reply);
    const picture = await openPicture(request.params.name, services);
    if (picture === null) return sendText(reply, 404, 'Not found');
    return reply.type('image/jpeg').header('cache-control', 'private, max-age=600').send(picture.content);
  });

  for (const [path, act] of Object.entries(actions)) {
    app.post(
      path,
      withSession(async ({ request, reply, ask }) => {
        const done = await act(request.body, ask);
        if (done === null) return sendText(reply, 400, "The form is not the page's own.");
        await remember(request, done.message);
        return reply.redirect(done.next, 303);
      }),
    );
  }
}

/** A message is shown on one page. */
async function showOnce(request: FastifyRequest, reply: FastifyReply, markup: string, status = 200) {
  if (request.session.message !== undefined) await remember(request, undefined);
  return sendPage(reply, markup, status);
}

async function remember(request: FastifyRequest, message: ReviewMessage | undefined): Promise<void> {
  request.session.message = message;
  await request.session.save();
}

const sendPage = (reply: FastifyReply, markup: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);

const askForLink = (reply: FastifyReply) => sendPage(reply, noticePage(words.noSession, words.noSessionText), 403);

/** Closes the connection: what is left of the request isn't read. */
const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).header('connection', 'close').type('text/plain; charset=utf-8').send(line);
