import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from './copy.ts';
import { createLogger } from '../log/log.ts';
import { answerErrors } from './answers.ts';
import {
  answerUnreadable,
  connectionOptions,
  endConnectionsOnClose,
  limitAnswerTime,
  limitConnections,
  limitSendTime,
} from './connections.ts';

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
  it('answers code 500 for a slow handler, ignores its late result, and logs its late error', async () => {
    // Both handlers run until both answers have arrived.
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const ended: string[] = [];
    app.get('/late', async () => {
      await gate;
      ended.push('late');
      return { code: 0 };
    });
    app.get('/fails-late', async () => {
      await gate;
      ended.push('fails late');
      throw new Error('too late to be answered');
    });
    const answers = await Promise.all(['/late', '/fails-late'].map((path) => app.inject(path)));
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { code: 500, msg: copy['server.internal'], data: null },
      ]);
    goOn();
    await vi.waitFor(() => expect(ended).toEqual(['late', 'fails late']));
    await sleep(0); // the late handler has ended
    expect(logged.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'event'))).toEqual([
      'answeredTooLate',
      'answeredTooLate',
      'fault',
    ]);
  });

  it('leaves fast, synchronous and long-body handlers alone', async () => {
    app.get('/quick', () => later(1));
    app.get('/synchronous', (_request, reply) => reply.send({ code: 0 }));
    app.get('/long', { config: { longBody: true } }, () => later(LIMIT_MS * 2));
    for (const path of ['/quick', '/synchronous', '/long'])
      expect((await app.inject(path)).json()).toEqual({ code: 0 });
    expect(logged).toEqual([]);
  });

  it('leaves an answer that is being sent alone', async () => {
    app.get('/picture', (_request, reply) =>
      reply.type('text/plain').send(
        Readable.from(
          (async function* () {
            yield 'one ';
            await sleep(LIMIT_MS * 2);
            yield 'two';
          })(),
        ),
      ),
    );
    expect((await app.inject('/picture')).body).toBe('one two');
    expect(logged).toEqual([]);
  });
});

describe('connections', () => {
  let open: Socket[] = [];
  const connected = (port: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    open.push(socket);
    return socket;
  };
  afterEach(() => {
    for (const socket of open) socket.destroy();
    open = [];
  });
  const listen = async (started: FastifyInstance) => {
    started.get('/', async () => ({ code: 0 }));
    return Number(new URL(await started.listen({ port: 0, host: '127.0.0.1' })).port);
  };

  it.each([
    ['too large a head', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 413],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
    ['an unfinished head', 'GET / HTTP/1.1\r\n', 400],
  ])('answer %s in the envelope, and end', async (_, sent, code) => {
    const server = Fastify({
      http: { ...connectionOptions(0).http, headersTimeout: 300, connectionsCheckingInterval: 50 },
      clientErrorHandler: answerUnreadable,
    });
    const socket = connected(await listen(server));
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(JSON.parse(body)).toEqual({ code, msg: copy['server.param'], data: null });
    await server.close();
  });

  it('are closed when nothing is sent', async () => {
    const server = Fastify({
      http: { ...connectionOptions(0).http, headersTimeout: 300, connectionsCheckingInterval: 50 },
      clientErrorHandler: answerUnreadable,
    });
    const socket = connected(await listen(server));
    socket.resume();
    await once(socket, 'close');
    await server.close();
  });

  it('are limited per address, and freed when others end', async () => {
    const server = Fastify({ forceCloseConnections: true });
    limitConnections(server.server, { TRUSTED_PROXIES: [] }, { perAddress: 2, inAll: 100 });
    const port = await listen(server);
    const [first, second] = [connected(port), connected(port)];
    await Promise.all([once(first, 'connect'), once(second, 'connect')]);
    const third = connected(port);
    third.resume();
    await once(third, 'close');
    first.destroy();
    const connectionCount = () => new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)));
    await vi.waitFor(async () => expect(await connectionCount()).toBe(1));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ code: 0 });
    await server.close();
  });

  it("without requests don't delay shutdown", async () => {
    const server = Fastify({ forceCloseConnections: 'idle' });
    endConnectionsOnClose(server);
    const socket = connected(await listen(server));
    await once(socket, 'connect');
    const connectionCount = () => new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)));
    await vi.waitFor(async () => expect(await connectionCount()).toBe(1));
    await server.close();
  });

  it.each([
    ['reads nothing', { silenceMs: 100, totalMs: 60_000 }],
    ['takes too long', { silenceMs: 60_000, totalMs: 100 }],
  ])("are closed when a client %s of an answer, with the answer's source", async (_, times) => {
    const server = Fastify({ forceCloseConnections: true });
    // More than the system's socket buffers hold for a client that reads nothing.
    const content = Readable.from(
      (function* () {
        for (let sent = 0; sent < 1_000; sent += 1) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    server.get('/picture', (_request, reply) => {
      limitSendTime(reply, times);
      return reply.type('image/jpeg').send(content);
    });
    const socket = connected(await listen(server));
    socket.pause();
    socket.write('GET /picture HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(() => expect(content.destroyed).toBe(true), { timeout: 10_000 });
    expect(content.readableEnded).toBe(false);
    await server.close();
  });

  it('stay open after an answer read in time', async () => {
    const server = Fastify();
    server.get('/picture', (_request, reply) => {
      limitSendTime(reply, { silenceMs: 60_000, totalMs: 60_000 });
      return reply.type('text/plain').send(Readable.from(['whole']));
    });
    const port = await listen(server);
    for (const path of ['picture', 'picture'])
      expect(await (await fetch(`http://127.0.0.1:${port}/${path}`)).text()).toBe('whole');
    await server.close();
  });
});
