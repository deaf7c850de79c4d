import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '@fridge/shared-contracts/page';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { post, signed } from '../testing/client.ts';
import { registerBackends } from '../testing/team-backends.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { MAX_CALLS_PER_TEAM } from './forward-call.ts';
import { MAX_ANSWER_BYTES } from './read-answer.ts';

let server: TestServer;
let backend: Server;
let respond: RequestListener = () => undefined;
let asked = 0;

beforeAll(async () => {
  server = await startTestServer({ ANSWER_TIME_LIMIT_MS: '2000' });
  backend = createServer((request, response) => {
    asked += 1;
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  await registerBackends(server, {
    picnic: addressOf(backend),
    other: addressOf(backend),
    gone: 'http://127.0.0.1:1/',
    nowhere: 'http://backend.invalid/',
    secret: addressOf(backend).replace('http:', 'https:'),
  });
});
beforeEach(() => {
  asked = 0;
  server.logged.length = 0;
});
afterAll(async () => {
  backend.closeAllConnections();
  backend.close();
  await server.close();
});

// `listen` was given a port: it isn't a pipe.
const addressOf = (listening: Server) => `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
const ask = (team = 'picnic', path = 'vote') => post(`${server.url}/team/${team}/${path}`, signed({}));
const ourFault: Answer = { code: 500, msg: copy['server.internal'], data: null };

const json =
  (
    body: string,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const envelope = (change: object = {}) => JSON.stringify({ code: 0, msg: '', data: { n: 1 }, ...change });

/** Of the one line that tells it. */
function toldReason(): unknown {
  const lines = server.logged.map((line): unknown => JSON.parse(line));
  const told = lines.filter(
    (line) => line !== null && typeof line === 'object' && Reflect.get(line, 'event') === 'teamBackendFailed',
  );
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ level: 40, team: expect.any(String), requestId: expect.any(String) });
  return Reflect.get(Object(told[0]), 'reason');
}

async function counted(outcome: string): Promise<number> {
  const metric = await server.services.metrics.registry.getSingleMetric('fridge_team_call_seconds')?.get();
  const count = metric?.values.find(
    ({ labels, ...value }) =>
      Reflect.get(value, 'metricName') === 'fridge_team_call_seconds_count' &&
      labels['team'] === 'picnic' &&
      labels['outcome'] === outcome,
  );
  return count?.value ?? 0;
}

describe('what a backend does wrong becomes a sentence for the page and a line of the log', () => {
  const secret = '13800001001';
  it.each<[string, RequestListener, string]>([
    ['hangs', () => undefined, 'timeout'],
    ['sends half an answer and hangs', (_, response) => void response.write('{"code":0,'), 'timeout'],
    ['answers HTML', json(`<html>${secret}</html>`), 'notJson'],
    ['answers nothing', json(''), 'notJson'],
    ['answers another JSON', json(`["${secret}"]`), 'notEnvelope'],
    ['answers a code that there is not', json(envelope({ code: 1234567 })), 'notEnvelope'],
    ['answers a message that fills the screen', json(envelope({ msg: '长'.repeat(501) })), 'notEnvelope'],
    ['answers a megabyte and more', json(envelope({ data: 'x'.repeat(MAX_ANSWER_BYTES) })), 'tooLarge'],
    ['fails', json(envelope(), { status: 502 }), 'status'],
    ['says that all is well without content', json('', { status: 204 }), 'status'],
    ['redirects', json('', { status: 302, headers: { location: '/team' } }), 'status'],
    ['redirects for good', json('', { status: 308, headers: { location: 'http://169.254.169.254/' } }), 'status'],
    ['resets', (request) => void request.socket.resetAndDestroy(), 'broken'],
    [
      'ends in the middle',
      (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
      'broken',
    ],
    ['speaks no HTTP', (request) => void request.socket.end(`${secret}\r\n\r\n`), 'broken'],
  ])('%s', async (_, listener, reason) => {
    respond = listener;
    const before = await counted(reason);
    expect(await ask()).toEqual(ourFault);
    expect(asked).toBe(1);
    expect(toldReason()).toBe(reason);
    expect(await counted(reason)).toBe(before + 1);
    expect(server.logged.join('')).not.toContain(secret);
    expect(server.logged.filter((line) => line.includes('"event":"request"'))).toHaveLength(1);
  });

  it('sends without end', async () => {
    let closed = false;
    respond = (_request, response) => {
      const more = () => response.destroyed || response.write('x'.repeat(64 * 1024), () => setImmediate(more));
      response.once('close', () => (closed = true));
      more();
    };
    expect(await ask()).toEqual(ourFault);
    expect(toldReason()).toBe('tooLarge');
    await expect.poll(() => closed).toBe(true);
  });

  it.each([
    ['is not there', 'gone'],
    ['has no address', 'nowhere'],
    ['has no certificate', 'secret'],
  ])('%s', async (_, team) => {
    expect(await ask(team)).toEqual(ourFault);
    expect(['unreachable', 'broken']).toContain(toldReason());
  });
});

describe('of a good answer', () => {
  it('nothing but the envelope is passed on', async () => {
    respond = json(envelope({ more: 1 }), {
      headers: {
        'set-cookie': 'session=1',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'cache-control': 'public, max-age=9999',
        'x-server-time': '1',
        'content-security-policy': 'none',
        location: 'https://evil.example',
        refresh: '0;url=https://evil.example',
        'x-own': '1',
      },
    });
    const response = await fetch(`${server.url}/team/picnic/vote`, {
      method: 'POST',
      body: new URLSearchParams(signed({})),
      headers: { origin: 'https://other.example' },
    });
    expect(await response.json()).toEqual({ code: 0, msg: '', data: { n: 1 } });
    const { headers } = response;
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'location',
      'refresh',
      'x-own',
    ])
      expect(headers.get(name)).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Number(headers.get('x-server-time'))).toBeGreaterThan(1);
    expect(server.logged.join('')).not.toContain('teamBackendFailed');
  });

  it('a missing message and data are empty', async () => {
    respond = json('{"code":204}');
    expect(await ask()).toEqual({ code: 204, msg: '', data: null });
  });
});

describe('a backend that hangs', () => {
  let patient: TestServer;
  beforeAll(async () => {
    patient = await startTestServer({ ANSWER_TIME_LIMIT_MS: '60000' });
    const address = addressOf(backend);
    await registerBackends(patient, { picnic: address, other: address.replace('127.0.0.1', 'localhost') });
  });
  afterAll(() => patient.close());

  it('holds no more than its own share', async () => {
    const askPatiently = (team: string) => post(`${patient.url}/team/${team}/vote`, signed({}));
    const held: ServerResponse[] = [];
    respond = (_request, response) => void held.push(response);
    const waiting = Array.from({ length: MAX_CALLS_PER_TEAM }, () => askPatiently('picnic'));
    await expect.poll(() => held.length, { timeout: 15_000 }).toBe(MAX_CALLS_PER_TEAM);
    expect(await askPatiently('picnic')).toEqual(ourFault);
    expect(patient.logged.filter((line) => line.includes('"reason":"busy"'))).toHaveLength(1);
    respond = json(envelope());
    expect(await askPatiently('other')).toMatchObject({ code: 0 });

    for (const response of held) response.end(envelope());
    expect(new Set((await Promise.all(waiting)).map(({ code }) => code))).toEqual(new Set([0]));
    expect(await askPatiently('picnic')).toMatchObject({ code: 0 });
  });
});
