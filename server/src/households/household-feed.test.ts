import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { desc } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events } from '../history/tables.ts';
import { householdLines, jsonLines } from '../testing/import.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createHouseholdFeed } from './household-feed.ts';
import { accounts } from './tables.ts';

const OPERATIONS_TOKEN = 'operations-token-of-the-tests-0123456789';
const limits = { bytes: 1024 * 1024, silenceMs: 300, totalMs: 60_000 };

let server: TestServer;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  server = await startTestServer({ OPERATIONS_TOKEN, LISTENERS: 'api,operations' });
  app = Fastify();
  await app.register(createHouseholdFeed(limits), server.services);
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/households`;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const authorization = `Bearer ${OPERATIONS_TOKEN}`;
async function send(
  body: Buffer | string,
  { query = '', headers = {} }: { query?: string; headers?: HeadersInit } = {},
) {
  const response = await fetch(`${url}${query}`, {
    method: 'POST',
    body: body.toString(),
    headers: { authorization, 'content-type': 'application/x-ndjson', ...headers },
  });
  return { status: response.status, data: (await response.json()) as Record<string, unknown> };
}
const households = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => householdLines(from + at)).flat();
const lastAction = async () => (await server.queries.select().from(events).orderBy(desc(events.id)).limit(1))[0];

it('imports like the command, and names bad lines', async () => {
  const lines: unknown[] = households(1, 700);
  lines.splice(1_200, 0, { account: { userId: 'U-x', phone: 'secret-phone' } });
  const { status, data } = await send(jsonLines(...lines), { query: '?as=nightly&why=export' });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    lines: 2_101,
    rejected: 1,
    badLines: [{ line: 1_201, reason: 'account.phone: 11 digits, a 1 and then 3 to 9' }],
    counts: { account: { added: 700 }, home: { added: 700 }, fridge: { added: 700 } },
  });
  expect(await lastAction()).toMatchObject({
    id: data['importId'],
    command: 'households import',
    changes: [{ path: 'rows', after: '2100 added, 0 changed, 0 removed' }],
    by: 'nightly',
    why: 'export',
    way: 'feed',
  });
  expect((await send(jsonLines(...households(1, 700)))).data).toMatchObject({ counts: { fridge: { unchanged: 700 } } });
  expect(await lastAction()).toMatchObject({ by: 'feed', why: '' });
  expect(server.logged.join('')).not.toMatch(/secret-phone|13900000001/);
});

it('is open on the operations listener, and on no other', async () => {
  const ask = async (port: number) =>
    fetch(`http://localhost:${port}/households`, { method: 'POST', body: 'no json', headers: { authorization } });
  const answer = await ask(server.ports.operations);
  expect([answer.status, await answer.json()]).toMatchObject([400, { badLines: [{ line: 1, reason: 'not JSON' }] }]);
  expect(await (await ask(server.ports.api)).json()).toMatchObject({ code: 400, data: null });
});

it('changes nothing in a dry run', async () => {
  const before = [await server.queries.$count(accounts), await lastAction()];
  const { data } = await send(jsonLines(...households(900, 2)), { query: '?dryRun=1' });
  expect(data).toMatchObject({ dryRun: true, counts: { account: { added: 2 } } });
  expect([await server.queries.$count(accounts), await lastAction()]).toEqual(before);
});

it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''])(
  'takes a body of the content type %j',
  async (type) => {
    const headers = type === '' ? {} : { 'content-type': type };
    expect(await send(Buffer.from('{"deviceConfig":{"sn":"0B001"}}'), { headers })).toMatchObject({ status: 200 });
  },
);

describe('is refused with plain words', () => {
  it.each<[string, HeadersInit]>([
    ['a wrong token', { authorization: `${authorization}x` }],
    ['no bearer token', { authorization: `Basic ${OPERATIONS_TOKEN}` }],
    ['an empty header', { authorization: '' }],
  ])('%s', async (_, headers) => {
    const { status, data } = await send(jsonLines(...households(2_000, 1)), { headers });
    expect(status).toBe(401);
    expect(data).toEqual({ error: expect.stringContaining('OPERATIONS_TOKEN') });
  });

  it.each([
    ['', '', 'empty'],
    ['\n\n', '', 'empty'],
    ['{}\nno json', '', 'No line is good'],
    ['{"home":{"homeId":"H1","userId":"no"}}\n{"home":{"homeId":"H1","userId":"none"}}', '', 'No line is good'],
    ['{}', '?dry-run=1', 'dryRun=1'],
    ['{}', '?dryRun=yes', 'dryRun=1'],
    ['{}', `?as=${'x'.repeat(41)}`, 'as, why'],
  ])('the body %j with the query %j', async (body, query, words) => {
    const { status, data } = await send(body, { query });
    expect(status).toBe(400);
    expect(data['error']).toContain(words);
  });

  it('a body that says that it is too long, before any of it counts', async () => {
    const before = await server.queries.$count(accounts);
    const { status, data } = await send(jsonLines(...households(3_000, 10_000)));
    expect([status, data['counts']]).toEqual([413, undefined]);
    expect(await server.queries.$count(accounts)).toBe(before);
  });

  it('everything where there is no token to compare with', async () => {
    const off = Fastify();
    const environment = { ...server.services.environment, OPERATIONS_TOKEN: undefined };
    await off.register(createHouseholdFeed(limits), { ...server.services, environment });
    const answer = await off.inject({
      method: 'POST',
      url: '/households',
      headers: { authorization: 'Bearer ' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: expect.stringContaining('OPERATIONS_TOKEN') }]);
    await off.close();
  });
});

/** A request whose body comes in pieces, without a length. */
function begin() {
  const request = httpRequest(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-ndjson' },
  });
  const answered = once(request, 'response').then(async ([response]) => {
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: Number(response.statusCode), data: JSON.parse(text) as Record<string, unknown> };
  });
  return { request, answered };
}

describe('a body without a length', () => {
  it('that becomes too long changes nothing', async () => {
    const before = await server.queries.$count(accounts);
    const { request, answered } = begin();
    request.write(jsonLines(...households(20_000, 10_000)));
    request.end();
    expect(await answered).toEqual({
      status: 413,
      data: { error: 'It is longer than 1048576 bytes. Nothing was imported: send several requests.' },
    });
    expect(await server.queries.$count(accounts)).toBe(before);
  });

  it('that stalls changes nothing', async () => {
    const before = await server.queries.$count(accounts);
    const { request, answered } = begin();
    request.write(jsonLines(...households(40_000, 500)).subarray(0, -10));
    expect(await answered).toMatchObject({
      status: 408,
      data: { error: expect.stringContaining('Nothing came for 0.3 s') },
    });
    request.destroy();
    expect(await server.queries.$count(accounts)).toBe(before);
  });

  it('whose client goes away changes nothing, and others may import', async () => {
    const { request, answered } = begin();
    answered.catch(() => undefined);
    request.write(jsonLines(...households(50_000, 500)));
    const line = jsonLines({ deviceConfig: { sn: 'aaaaa' } });
    await expect.poll(async () => (await send(line)).status).toBe(429);
    request.destroy();
    await expect.poll(async () => (await send(line)).status).toBe(200);
    expect((await send(jsonLines(...households(50_000, 500)))).data).toMatchObject({
      counts: { account: { added: 500 } },
    });
  });
});

it('is refused while another is under way', async () => {
  const other = begin();
  const line = jsonLines({ deviceConfig: { sn: 'aaaaa' } });
  other.request.write(line);
  await expect.poll(async () => (await send(line)).status).toBe(429);
  other.request.end();
  expect((await other.answered).status).toBe(200);
  expect(await send(line)).toMatchObject({ status: 200 });
});
