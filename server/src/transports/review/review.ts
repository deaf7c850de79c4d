import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ListedWork } from '../../activities/contest/listed-work.ts';
import { UNDO_SECONDS } from '../../activities/contest/review-rules.ts';
import { openPicture } from '../../activities/contest/work-commands.ts';
import { CURSOR } from '../../commands/parts.ts';
import { Refused } from '../../commands/refused.ts';
import { type Asked, type CommandName, type FieldsOf, run } from '../../commands/run.ts';
import { describeFault } from '../../log/log.ts';
import { findLink, useLink } from '../../admission/operators/operator-links.ts';
import { beginSession, keepOperatorSessions } from '../../admission/operators/operator-sessions.ts';
import { isOwnRequest } from '../../admission/operators/own-requests.ts';
import { packageFolder } from '../../storage/package-folder.ts';
import type { Services } from '../../program/services.ts';
import {
  decidedPage,
  emptyQueuePage,
  enterPage,
  noticePage,
  prizePage,
  queuePage,
  type ReviewMessage,
  reviewMessageSchema,
  titleOf,
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

const optional = (schema: v.GenericSchema<string, string>) => v.fallback(v.optional(schema), undefined);
const querySchema = v.object({
  key: optional(v.string()),
  work: optional(v.string()),
  id: optional(v.string()),
  after: optional(v.pipe(v.string(), v.regex(CURSOR))),
});

const inQueue = (id: string) => `/?work=${id}`;
const ofWork = (id: string) => `/work?id=${id}`;
const undoable = ({ id }: ListedWork) => ({ undo: { id, until: Date.now() + UNDO_SECONDS * 1_000 } });

/** A form runs a command, which judges its fields. `next`: where the reviewer goes after it, unless to the work. */
type Action = {
  command: CommandName;
  done(work: ListedWork): Omit<ReviewMessage, 'tone'>;
  at: (id: string) => string;
  next?: string;
};

const actions: Readonly<Record<string, Action>> = {
  approve: {
    command: 'works approve',
    done: (work) => ({ text: words.approved(titleOf(work)), ...undoable(work), award: work.id }),
    at: inQueue,
    next: '/',
  },
  reject: {
    command: 'works reject',
    done: (work) => ({ text: words.rejected(titleOf(work)), ...undoable(work) }),
    at: inQueue,
    next: '/',
  },
  undo: { command: 'works undo', done: (work) => ({ text: words.undone(titleOf(work)) }), at: inQueue },
  prize: {
    command: 'works prize',
    done: (work) => ({ text: words.awarded(titleOf(work), work.decisions[0]?.reason ?? '') }),
    at: ofWork,
  },
};

/** All values of a form are texts; these fields of commands are numbers. */
const number = v.exactOptional(v.pipe(v.string(), v.transform(Number)));
const formSchema = v.objectWithRest({ id: v.string(), revision: number, level: number }, v.string());

/** A refusal in the words of the page. @throws what it has none for, which its own forms don't meet */
function wordsFor(error: unknown): string {
  const [{ kind = '', about = {} } = {}] = error instanceof Refused ? error.problems : [];
  const text = Object.entries(words.refused).find(([named]) => named === kind)?.[1];
  if (text === undefined) throw error;
  return typeof text === 'string' ? text : text(about);
}

/**
 * Queue, decisions and prizes for operators, on the operations listener: a face of the commands on works. A session
 * begins with a one-time link (`ops works review`), which names the reviewer.
 */
export async function review(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, queries, clock } = services;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    if (!isOwnRequest(request, environment.PUBLIC_OPERATIONS_ORIGIN))
      return sendText(reply, 403, 'This page answers itself alone.');
  });
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = error instanceof Refused ? 400 : 500 } = error;
    if (statusCode < 500) return sendText(reply, statusCode, "The request is not the page's own.");
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
  await app.register(withSession, services);
}

async function withSession(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async (request, reply) => (nameOf(request) === '' ? askForLink(reply) : undefined));
  const ask = async <Name extends CommandName>(request: FastifyRequest, command: Name, fields: FieldsOf<Name>) => {
    const actor = { by: nameOf(request), why: '', way: 'console', role: 'reviewer' } as const;
    return (await run({ command, fields }, actor, {}, services)).answer;
  };
  /** @returns `null` where there is no such work */
  const look = async (request: FastifyRequest, id = '') => {
    const asked = [ask(request, 'works show', { id }), ask(request, 'works place', { id })] as const;
    const [work, place] = await Promise.all(asked).catch((error: unknown) => {
      if (error instanceof Refused) return [null, null] as const;
      throw error;
    });
    return work && place && { work, place };
  };

  app.get('/', async (request, reply) => {
    const session = sessionOf(request);
    const { work: chosen } = v.parse(querySchema, request.query);
    const claim = (fields: FieldsOf<'works claim'>) => ask(request, 'works claim', fields);
    const { id, pending } = await claim({ id: chosen }).catch((error: unknown) => {
      if (error instanceof Refused) return claim({});
      throw error;
    });
    const seen = id === null ? null : await look(request, id);
    return showOnce(request, reply, seen === null ? emptyQueuePage(session, pending) : queuePage(session, seen));
  });
  app.get('/decided', async (request, reply) => {
    const { after } = v.parse(querySchema, request.query);
    const listed = await ask(request, 'works list', { show: 'decided', limit: DECIDED_PER_PAGE, after });
    return showOnce(request, reply, decidedPage(sessionOf(request), listed, after === undefined));
  });
  app.get('/work', async (request, reply) => {
    const session = sessionOf(request);
    const seen = await look(request, v.parse(querySchema, request.query).id);
    if (seen === null) return showOnce(request, reply, noticePage(words.gone, words.goneText, session), 404);
    if (seen.work.status === 'pending') return reply.redirect(inQueue(seen.work.id), 303);
    return showOnce(request, reply, prizePage(session, seen, await ask(request, 'draw list', {})));
  });
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const picture = await openPicture(request.params.name, services);
    if (picture === null) return sendText(reply, 404, 'Not found');
    return reply.type('image/jpeg').header('cache-control', 'private, max-age=600').send(picture.content);
  });

  for (const [name, { command, done, at, next }] of Object.entries(actions)) {
    app.post(`/${name}`, async (request, reply) => {
      const form = v.safeParse(formSchema, request.body);
      if (!form.success) throw new Refused('The form names no work.');
      const { fields } = { command, fields: form.output } as Asked; // run parses both
      const message = await ask(request, command, fields).then(
        (work): ReviewMessage => ({ tone: 'good', ...done(work as ListedWork) }), // the answer of these commands
        (error: unknown): ReviewMessage => ({ tone: 'bad', text: wordsFor(error) }),
      );
      await remember(request, message);
      return reply.redirect((message.tone === 'good' ? next : undefined) ?? at(form.output.id), 303);
    });
  }
}

/** Empty without a session. */
const nameOf = ({ session }: FastifyRequest): string => session.operator ?? '';
const sessionOf = (request: FastifyRequest) => ({
  name: nameOf(request),
  message: v.parse(reviewMessageSchema, request.session.message ?? null),
});

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
