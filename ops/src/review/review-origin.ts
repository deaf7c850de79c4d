import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { type ListedWork, UNDO_SECONDS, WORK_CURSOR, type WorkPlace } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { askServer, ServerRefused } from '../operator/ask-server.ts';
import { decidedPage } from './decided-page.ts';
import { knowsKey, takeKey } from './one-time-keys.ts';
import { isOwnRequest } from './own-requests.ts';
import { namePage, noticePage, titleOf } from './page-shell.ts';
import { prizePage } from './prize-page.ts';
import { emptyQueuePage, queuePage } from './queue-page.ts';
import { words } from './review-words.ts';
import { type ReviewSession, reviewSessions } from './sessions.ts';

const MOST_FORM_BYTES = 16 * 1024;
/** Works of one part of the record. */
const DECIDED_AT_ONCE = 50;

const securityHeaders = {
  'content-security-policy': "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // A form that sends no referrer would send no origin either.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const files: Readonly<Record<string, string>> = { '/review.css': 'text/css; charset=utf-8', '/review.js': 'text/javascript; charset=utf-8' };

const nameSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)) });
const workId = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/));
const decisionSchema = v.object({
  id: workId,
  revision: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
  decision: v.picklist(['approved', 'rejected']),
  reason: v.optional(v.string(), ''),
  next: v.optional(v.pipe(v.string(), v.regex(/^[\da-z]{0,40}$/)), ''),
});

const undoSchema = v.object({ id: workId });

const prizeSchema = v.object({
  id: workId,
  level: v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number), v.picklist(drawTerms.prizeLevels)),
});

/**
 * The review page for operators, on loopback alone: the queue with large pictures, decisions, what was decided by
 * whom, and prizes. It speaks to the server over the operator socket and keeps nothing but its sessions. A session begins with a
 * one-time link, see `ops works review`.
 * @param port where it will listen: requests to another name aren't answered
 */
export function createReviewOrigin({ port, socket, keys }: { port: number; socket: string; keys: string }): Server {
  const sessions = reviewSessions(port);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    answer(request, response).catch(() => {
      if (!response.headersSent) sendPage(response, noticePage(words.noServer, words.noServerText), 503);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnRequest(request, port)) return sendText(response, 403, 'This page answers itself alone.');
    const address = `http://localhost${request.url ?? '/'}`;
    if (!URL.canParse(address)) return sendText(response, 400, 'This address can\'t be read.');
    const { pathname: path, searchParams: query } = new URL(address);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (reading && Object.hasOwn(files, path)) return sendFile(response, path);
    if (reading && path === '/enter') return enter(request, response, query.get('key') ?? '');

    const session = sessions.find(request.headers.cookie);
    if (session === null) return sendPage(response, noticePage(words.noSession, words.noSessionText), 403);
    if (reading && path.startsWith('/pictures/')) return sendPicture(response, path.slice('/pictures/'.length));
    if (reading && path === '/') return showQueue(response, session, query.get('work'));
    if (reading && path === '/decided') return showDecided(response, session, query.get('after'));
    if (reading && path === '/work') return showDecidedWork(response, session, query.get('id') ?? '');
    const form = request.method === 'POST' ? await readForm(request) : null;
    if (form !== null && path === '/name') return takeName(response, session, form);
    if (form !== null && path === '/decide' && session.name !== '') return decide(response, session, form);
    if (form !== null && path === '/undo' && session.name !== '') return undoDecision(response, session, form);
    if (form !== null && path === '/prize' && session.name !== '') return award(response, session, form);
    sendText(response, 404, 'Not found');
  }

  async function enter(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    // Whoever only asks about a link doesn't use it up: `HEAD`, and a browser that loads ahead of its user.
    const asking = request.method === 'HEAD' || [request.headers['sec-purpose'], request.headers['purpose']].some((purpose) => purpose?.includes('prefetch'));
    if (asking) return sendText(response, (await knowsKey(keys, key)) ? 204 : 403, '');
    if (!(await takeKey(keys, key))) return sendPage(response, noticePage(words.noSession, words.noSessionText), 403);
    response.setHeader('set-cookie', sessions.open());
    redirect(response, '/');
  }

  async function showQueue(response: ServerResponse, session: ReviewSession, chosen: string | null): Promise<void> {
    if (session.name === '') return sendPage(response, namePage(session));
    const asked = v.is(workId, chosen) ? await findWork(chosen) : null;
    const work = asked?.status === 'pending' ? asked : (await askServer(socket, { command: 'works.list', limit: 1 })).works[0];
    const place = work === undefined ? null : await findPlace(work.id);
    if (work === undefined || place === null) return sendPage(response, emptyQueuePage(said(session)));
    sendPage(response, queuePage(said(session), work, place));
  }

  async function showDecided(response: ServerResponse, session: ReviewSession, given: string | null): Promise<void> {
    if (session.name === '') return redirect(response, '/');
    const after = given !== null && WORK_CURSOR.test(given) ? given : undefined;
    const listed = await askServer(socket, { command: 'works.list', show: 'decided', limit: DECIDED_AT_ONCE, after });
    sendPage(response, decidedPage(said(session), listed, after === undefined));
  }

  async function showDecidedWork(response: ServerResponse, session: ReviewSession, id: string): Promise<void> {
    if (session.name === '') return redirect(response, '/');
    const work = v.is(workId, id) ? await findWork(id) : null;
    const place = work && (await findPlace(work.id));
    if (work === null || place === null) return sendPage(response, noticePage(words.gone, words.goneText, said(session)), 404);
    if (work.status === 'pending') return redirect(response, `/?work=${work.id}`);
    sendPage(response, prizePage(said(session), work, place, await askServer(socket, { command: 'draw.list' })));
  }

  async function award(response: ServerResponse, session: ReviewSession, form: unknown): Promise<void> {
    const parsed = v.safeParse(prizeSchema, form);
    if (!parsed.success) return sendText(response, 400, 'The form is not the page\'s own.');
    const { id, level } = parsed.output;
    try {
      const work = await askServer(socket, { command: 'works.prize', id, level, by: session.name });
      session.message = { tone: 'good', text: words.awarded(titleOf(work), words.prizeLevel(String(level))) };
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      session.message = { tone: 'bad', text: await whyNotAwarded(id) };
    }
    redirect(response, `/work?id=${id}`);
  }

  async function whyNotAwarded(id: string): Promise<string> {
    const work = await findWork(id);
    if (work === null) return words.gone;
    const given = work.decisions.find(({ decision }) => decision === 'prize');
    if (given !== undefined) return words.awardedBy(given.by, given.at.slice(11, 16));
    return work.status === 'approved' ? words.notAwarded : words.onlyApproved;
  }

  /** @returns `null` when there is none */
  function findWork(id: string): Promise<ListedWork | null> {
    return askServer(socket, { command: 'works.show', id }).catch(nullWhenRefused);
  }

  /** @returns `null` when it was deleted just now */
  function findPlace(id: string): Promise<WorkPlace | null> {
    return askServer(socket, { command: 'works.place', id }).catch(nullWhenRefused);
  }

  async function decide(response: ServerResponse, session: ReviewSession, form: unknown): Promise<void> {
    const parsed = v.safeParse(decisionSchema, form);
    if (!parsed.success) return sendText(response, 400, 'The form is not the page\'s own.');
    const { id, revision, decision, reason, next } = parsed.output;
    const by = session.name;
    try {
      const asked = { id, revision, by, holdSeconds: UNDO_SECONDS };
      const work = await askServer(socket, decision === 'approved' ? { command: 'works.approve', ...asked } : { command: 'works.reject', ...asked, reason });
      const undo = { id: work.id, until: Date.now() + UNDO_SECONDS * 1_000 };
      session.message = { tone: 'good', text: words.done[decision](titleOf(work)), undo, ...(decision === 'approved' && { award: work.id }) };
      redirect(response, next === '' ? '/' : `/?work=${next}`);
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      session.message = { tone: 'bad', text: await whyNot(id, revision) };
      redirect(response, `/?work=${id}`);
    }
  }

  /** Tells a reviewer who was late what happened meanwhile. */
  async function whyNot(id: string, revision: number): Promise<string> {
    const work = await findWork(id);
    if (work === null) return words.gone;
    const last = work.decisions[0];
    if (work.status !== 'pending' && last !== undefined) return words.decidedBy(work.status, last.by, last.at.slice(11, 16));
    return work.revision === revision ? words.failed : words.changed;
  }

  async function undoDecision(response: ServerResponse, session: ReviewSession, form: unknown): Promise<void> {
    const parsed = v.safeParse(undoSchema, form);
    if (!parsed.success) return sendText(response, 400, 'The form is not the page\'s own.');
    const { id } = parsed.output;
    try {
      const work = await askServer(socket, { command: 'works.undo', id, by: session.name });
      session.message = { tone: 'good', text: words.undone(titleOf(work)) };
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      session.message = { tone: 'bad', text: await whyNotUndone(id) };
    }
    redirect(response, `/?work=${id}`);
  }

  async function whyNotUndone(id: string): Promise<string> {
    const work = await findWork(id);
    if (work === null) return words.gone;
    if (work.status === 'pending') return words.undoPending;
    return work.prize > 0 ? words.undoPrize : words.undoLate;
  }

  async function sendPicture(response: ServerResponse, name: string): Promise<void> {
    const picture = await askServer(socket, { command: 'works.picture', name }).catch(nullWhenRefused);
    if (picture === null) return sendText(response, 404, 'Not found');
    // Names are random and their content never changes; the browser is the operator's own.
    response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=600' }).end(Buffer.from(picture.base64, 'base64'));
  }
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof ServerRefused) return null;
  throw error;
}

function takeName(response: ServerResponse, session: ReviewSession, form: unknown): void {
  const given = v.safeParse(nameSchema, form);
  if (given.success) session.name = given.output.name;
  redirect(response, '/');
}

/** The session with its message, which is said once. */
function said(session: ReviewSession): ReviewSession {
  const shown = { ...session };
  session.message = null;
  return shown;
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const content = await readFile(join(import.meta.dirname, 'page', path));
  response.writeHead(200, { 'content-type': files[path] ?? '' }).end(content);
}

/** @returns `null` for what isn't a form of the page, or too long */
async function readForm(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded' || !(length <= MOST_FORM_BYTES)) return null;
  return Object.fromEntries(new URLSearchParams(await text(request)));
}

function sendPage(response: ServerResponse, markup: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(markup);
}

function sendText(response: ServerResponse, status: number, line: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(line);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}
