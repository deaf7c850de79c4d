import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { WORK_CURSOR } from '@fridge/server/operator-protocol';
import * as v from 'valibot';
import { type Ask, askServer } from '../operator/ask-server.ts';
import { openOrigin } from '../origins/serve-origin.ts';
import { LOOPBACK_ADDRESS } from '../product/ports.ts';
import type { StateFolder } from '../workspace.ts';
import { createSessions, isOwnRequest, type ReviewSession } from './access.ts';
import { decidedPage } from './decided-page.ts';
import { beginKeys, knowsKey, takeKey } from './one-time-keys.ts';
import { namePage, noticePage } from './page-shell.ts';
import { prizePage } from './prize-page.ts';
import { emptyQueuePage, queuePage } from './queue-page.ts';
import { carryOut, findWork, isAction, nullWhenRefused, setName, workIdSchema } from './review-actions.ts';
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

const files: Readonly<Record<string, string>> = {
  '/review.css': 'text/css; charset=utf-8',
  '/review.js': 'text/javascript; charset=utf-8',
};

/** On loopback, whatever `HOST` says. Earlier links are void. */
export async function openReview(port: number, state: Pick<StateFolder, 'operatorSocket' | 'reviewKeys'>): Promise<Server> {
  await beginKeys(state.reviewKeys, port);
  const origin = createReviewOrigin({ port, socket: state.operatorSocket, keys: state.reviewKeys });
  return openOrigin(origin, port, LOOPBACK_ADDRESS);
}

/**
 * Queue, decisions and prizes for operators. It asks the server over the operator socket and stores only its sessions,
 * which begin with a one-time link (`ops works review`).
 * @param port refuses requests to another host name or port
 */
function createReviewOrigin({ port, socket, keys }: { port: number; socket: string; keys: string }): Server {
  const sessions = createSessions(port);
  const ask: Ask = (request) => askServer(socket, request);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    answer(request, response).catch(() => {
      if (!response.headersSent) sendPage(response, noticePage(words.noServer, words.noServerText), 503);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnRequest(request, port)) return sendText(response, 403, 'This page answers itself alone.');
    const address = `http://localhost${request.url ?? '/'}`;
    if (!URL.canParse(address)) return sendText(response, 400, "This address can't be read.");
    const { pathname: path, searchParams: query } = new URL(address);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && Object.hasOwn(files, path)) return sendFile(response, path);
    if (isReading && path === '/enter') return enter(request, response, query.get('key') ?? '');

    const session = sessions.find(request.headers.cookie);
    if (session === null) return sendPage(response, noticePage(words.noSession, words.noSessionText), 403);
    if (isReading && path.startsWith('/pictures/')) return sendPicture(response, path.slice('/pictures/'.length));
    if (isReading && path === '/') return showQueue(response, session, query.get('work'));
    if (isReading && path === '/decided') return showDecided(response, session, query.get('after'));
    if (isReading && path === '/work') return showDecidedWork(response, session, query.get('id'));
    const form = request.method === 'POST' ? await readForm(request) : null;
    if (form !== null && path === '/name') {
      setName(session, form);
      return redirect(response, '/');
    }
    if (form === null || session.name === '' || !isAction(path)) return sendText(response, 404, 'Not found');
    const next = await carryOut(path, form, session, ask);
    if (next === null) return sendText(response, 400, "The form is not the page's own.");
    redirect(response, next);
  }

  async function enter(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    // `HEAD` and prefetches don't use the link up.
    const purposes = [request.headers['sec-purpose'], request.headers['purpose']];
    const isAsking = request.method === 'HEAD' || purposes.some((purpose) => purpose?.includes('prefetch'));
    if (isAsking) return sendText(response, (await knowsKey(keys, key)) ? 204 : 403, '');
    if (!(await takeKey(keys, key))) return sendPage(response, noticePage(words.noSession, words.noSessionText), 403);
    response.setHeader('set-cookie', sessions.open());
    redirect(response, '/');
  }

  async function showQueue(response: ServerResponse, session: ReviewSession, id: string | null): Promise<void> {
    if (session.name === '') return sendPage(response, namePage(session));
    const chosen = await knownWork(id);
    const work = chosen?.status === 'pending' ? chosen : (await ask({ command: 'works.list', limit: 1 })).works[0];
    const place = work === undefined ? null : await findPlace(work.id);
    const shown = withMessageOnce(session);
    sendPage(response, work === undefined || place === null ? emptyQueuePage(shown) : queuePage(shown, work, place));
  }

  async function showDecided(response: ServerResponse, session: ReviewSession, cursor: string | null): Promise<void> {
    if (session.name === '') return redirect(response, '/');
    const after = cursor !== null && WORK_CURSOR.test(cursor) ? cursor : undefined;
    const listed = await ask({ command: 'works.list', show: 'decided', limit: DECIDED_PER_PAGE, after });
    sendPage(response, decidedPage(withMessageOnce(session), listed, after === undefined));
  }

  async function showDecidedWork(response: ServerResponse, session: ReviewSession, id: string | null): Promise<void> {
    if (session.name === '') return redirect(response, '/');
    const work = await knownWork(id);
    const place = work && (await findPlace(work.id));
    if (work === null || place === null) {
      return sendPage(response, noticePage(words.gone, words.goneText, withMessageOnce(session)), 404);
    }
    if (work.status === 'pending') return redirect(response, `/?work=${work.id}`);
    sendPage(response, prizePage(withMessageOnce(session), work, place, await ask({ command: 'draw.list' })));
  }

  async function sendPicture(response: ServerResponse, name: string): Promise<void> {
    const picture = await ask({ command: 'works.picture', name }).catch(nullWhenRefused);
    if (picture === null) return sendText(response, 404, 'Not found');
    response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=600' });
    response.end(Buffer.from(picture.base64, 'base64'));
  }

  async function knownWork(id: string | null) {
    return v.is(workIdSchema, id) ? findWork(ask, id) : null;
  }

  function findPlace(id: string) {
    return ask({ command: 'works.place', id }).catch(nullWhenRefused);
  }
}

function withMessageOnce(session: ReviewSession): ReviewSession {
  const shown = { ...session };
  session.message = null;
  return shown;
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const content = await readFile(join(import.meta.dirname, 'page', path));
  response.writeHead(200, { 'content-type': files[path] ?? '' }).end(content);
}

async function readForm(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && length <= MOST_FORM_BYTES ? Object.fromEntries(new URLSearchParams(await text(request))) : null;
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
