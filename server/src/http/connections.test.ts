import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { createLogger } from '../log.ts';
import { answerErrors } from './answers.ts';
import { limitAnswerTime } from './connections.ts';

const LIMIT_MS = 200;

let app: FastifyInstance;
let logged: string[];
beforeEach(() => {
  logged = [];
  app = Fastify({ loggerInstance: createLogger('warn', { write: (line) => logged.push(line) }) });
  answerErrors(app, { demo: false });
  limitAnswerTime(app, LIMIT_MS);
});
afterEach(() => app.close());

const later = async (ms: number) => {
  await sleep(ms);
  return { code: 0 };
};

describe('limitAnswerTime', () => {
  it('answers "our fault" in time for a handler that waits too long, whose late answer or failure harms nobody', async () => {
    app.get('/late', () => later(LIMIT_MS * 3));
    app.get('/fails-late', async () => {
      await sleep(LIMIT_MS * 2);
      throw new Error('too late to matter');
    });
    const began = performance.now();
    const answers = await Promise.all(['/late', '/fails-late'].map((path) => app.inject(path)));
    expect(performance.now() - began).toBeLessThan(LIMIT_MS * 2);
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { code: 500, msg: copy['server.internal'], data: null }]);
    await sleep(LIMIT_MS * 3);
    expect(logged.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'event'))).toEqual(['answeredTooLate', 'answeredTooLate']);
  });

  it('leaves what is quick, what is synchronous, and what says that its body is long', async () => {
    app.get('/quick', () => later(1));
    app.get('/synchronous', (_request, reply) => reply.send({ code: 0 }));
    app.get('/long', { config: { longBody: true } }, () => later(LIMIT_MS * 2));
    for (const path of ['/quick', '/synchronous', '/long']) expect((await app.inject(path)).json()).toEqual({ code: 0 });
    expect(logged).toEqual([]);
  });

  it('leaves an answer that is on its way, as a picture on a slow line is', async () => {
    app.get('/picture', (_request, reply) =>
      reply.type('text/plain').send(Readable.from((async function* () {
        yield 'one ';
        await sleep(LIMIT_MS * 2);
        yield 'two';
      })())),
    );
    expect((await app.inject('/picture')).body).toBe('one two');
    expect(logged).toEqual([]);
  });
});
