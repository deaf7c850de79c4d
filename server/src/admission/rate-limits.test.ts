import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { defineCall } from '@fridge/shared-contracts';
import { type Answer, answerSchema, fixedParameters } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { answeredCalls } from '../activities/answered-calls.ts';
import { copy } from '../edge/copy.ts';
import { authorizationOf, callAs, pathOf, post } from '../testing/client.ts';
import { uploadAs } from '../testing/contest.ts';
import { addHousehold } from '../testing/households.ts';
import { noisePicture } from '../testing/photos.ts';
import { contestClock, startTestServer, type TestServer, testOrigin } from '../testing/test-server.ts';
import { trackedEvents } from '../visits/tables.ts';
import { MAX_CONCURRENT_CALLS } from './rate-limits.ts';
import { answer } from './signed-calls.ts';
import { nonces } from './tables.ts';

/** Each test starts a server. */
vi.setConfig({ testTimeout: 60_000 });

const tooMany = { code: 429, msg: copy['server.busy'], data: null };

let server: TestServer | undefined;
afterEach(() => server?.close());
const start = async (variables: Record<string, string>) => (server = await startTestServer(variables));

const codesOf = (answers: readonly Answer[]) => answers.map(({ code }) => code);
const repeat = <Result>(times: number, act: () => Promise<Result>) => Promise.all(Array.from({ length: times }, act));

it('limits calls per user, in the envelope, without affecting others', async () => {
  const { url, queries } = await start({ RATE_LIMIT_PER_MINUTE: '40' });
  const [busy, other] = [await addHousehold(queries), await addHousehold(queries)];
  const answers = await repeat(50, () => callAs(busy, url, drawCalls.getMyPrize));
  expect(codesOf(answers).filter((code) => code === 0)).toHaveLength(40);
  expect(answers.find(({ code }) => code === 429)).toEqual(tooMany);
  expect((await callAs(other, url, drawCalls.getMyPrize)).code).toBe(0);
});

it("limits a user's concurrent calls until their handlers end, without affecting others", async () => {
  let begun = 0;
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const waits = defineCall({ path: '/activity/waits', access: 'household', data: v.null() });
  server = await startTestServer({ ANSWER_TIME_LIMIT_MS: '2000' }, [
    ...answeredCalls,
    answer(waits, async () => {
      begun += 1;
      await gate;
      return null;
    }),
  ]);
  const { url, queries } = server;
  const [busy, other] = [await addHousehold(queries), await addHousehold(queries)];
  const held = repeat(MAX_CONCURRENT_CALLS, () => callAs(busy, url, waits));
  await vi.waitFor(() => expect(begun).toBe(MAX_CONCURRENT_CALLS), { timeout: 30_000 });
  expect(await callAs(busy, url, drawCalls.getMyPrize)).toEqual(tooMany);
  expect((await callAs(other, url, drawCalls.getMyPrize)).code).toBe(0);
  expect(new Set(codesOf(await held))).toEqual(new Set([500]));
  expect(await callAs(busy, url, drawCalls.getMyPrize)).toEqual(tooMany);
  goOn();
  await vi.waitFor(async () => expect((await callAs(busy, url, drawCalls.getMyPrize)).code).toBe(0));
});

it('limits an address on every route before any signature or row, readable across origins, with probes let through', async () => {
  const { url, queries } = await start({ ADDRESS_LIMIT_PER_MINUTE: '30' });
  const household = await addHousehold(queries);
  const unsigned = await repeat(30, () => post(`${url}${pathOf(drawCalls.draw)}`, {}));
  expect(new Set(codesOf(unsigned))).toEqual(new Set([400]));
  expect(await callAs(household, url, drawCalls.getMyPrize)).toEqual(tooMany);
  expect(await queries.$count(nonces)).toBe(0);
  for (const [method, path] of [
    ['GET', '/getInfo?sn=0A001'],
    ['POST', '/track'],
    ['POST', '/cloud/user'],
  ] as const) {
    const response = await fetch(`${url}${path}`, { method, headers: { origin: testOrigin } });
    expect([response.status, v.parse(answerSchema, await response.json())]).toEqual([200, tooMany]);
    expect(response.headers.get('access-control-allow-origin')).toBe(testOrigin);
  }
  expect(
    (await repeat(5, async () => (await fetch(`${url}/health`)).json())).every(
      (body) => Reflect.get(Object(body), 'code') === 0,
    ),
  ).toBe(true);
});

const asksFrom = (url: string, address: string) =>
  post(`${url}${pathOf(drawCalls.draw)}`, {}, { 'x-forwarded-for': address });

/** Sends HTTP that `fetch` can't. @returns the answer's body */
async function raw(url: string, head: string): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  const received = await text(socket);
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4) || 'null');
}

it('counts every request to its address, whatever its path or method', async () => {
  const { url, queries } = await start({ ADDRESS_LIMIT_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
  const household = await addHousehold(queries);
  const preflight = (origin: string) =>
    `OPTIONS /activity/draw HTTP/1.1\r\nOrigin: ${origin}\r\nAccess-Control-Request-Method: POST`;
  const heads = {
    'an unknown path': 'GET /nowhere HTTP/1.1',
    'a path with broken escapes': 'GET /%zz HTTP/1.1',
    'the demonstration, which is off': 'POST /demo/login HTTP/1.1',
    'a method that a path lacks': 'PATCH /getInfo HTTP/1.1',
    'an unknown method': 'PROPFIND /getInfo HTTP/1.1',
    'the whole server': 'OPTIONS * HTTP/1.1',
    'a preflight of a page of ours': preflight(testOrigin),
    'a preflight of a foreign page': preflight('https://evil.example'),
    HEAD: 'HEAD /track HTTP/1.1',
  };
  for (const [index, [what, head]] of Object.entries(heads).entries()) {
    const address = `203.0.113.${index + 1}`;
    const ask = () => raw(url, `${head}\r\nX-Forwarded-For: ${address}`);
    for (let asked = 0; asked < 3; asked += 1) await ask();
    if (what !== 'HEAD') expect(await ask(), what).toEqual(tooMany);
    expect(await asksFrom(url, address), what).toEqual(tooMany);
  }
  expect((await callAs(household, url, drawCalls.getMyPrize)).code).toBe(0);
});

it('counts every call of a user once: calls, uploads and the user request', async () => {
  const { url, queries } = await start({ RATE_LIMIT_PER_MINUTE: '3', ...contestClock });
  const household = await addHousehold(queries);
  const authorization = await authorizationOf(household.userId);
  expect((await callAs(household, url, drawCalls.getMyPrize)).code).toBe(0);
  expect((await post(`${url}/cloud/user`, {}, { authorization })).code).toBe(0);
  expect((await uploadAs(household, url, await noisePicture(200, 200, 80))).code).toBe(0);
  expect(await callAs(household, url, drawCalls.getMyPrize)).toEqual(tooMany);
  expect(await post(`${url}/cloud/user`, {}, { authorization })).toEqual(tooMany);
});

it('limits usage events per address, whatever their batches', async () => {
  const { url, queries } = await start({ ADDRESS_LIMIT_PER_MINUTE: '70' });
  const batch = () =>
    JSON.stringify({
      events: Array.from({ length: 50 }, () => ({
        id: randomUUID(),
        event: 'pageView',
        at: Date.now(),
        ...fixedParameters,
        page: '/open',
      })),
    });
  const send = async () =>
    v.parse(answerSchema, await (await fetch(`${url}/track`, { method: 'POST', body: batch() })).json());
  expect((await send()).code).toBe(0);
  expect(await send()).toEqual(tooMany);
  expect(await queries.$count(trackedEvents)).toBe(50);
});

it('ignores X-Forwarded-For of unnamed proxies', async () => {
  const { url } = await start({ ADDRESS_LIMIT_PER_MINUTE: '5' });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => asksFrom(url, `203.0.113.${index}`)));
  expect(codesOf(answers).filter((code) => code === 429)).toHaveLength(3);
});

it('uses X-Forwarded-For of a named proxy', async () => {
  const { url } = await start({ ADDRESS_LIMIT_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => asksFrom(url, `203.0.113.${index}`)));
  expect(codesOf(answers)).not.toContain(429);
  expect(codesOf(await repeat(6, () => asksFrom(url, '203.0.113.99')))).toContain(429);
});

const refused = async (url: string, headers: Record<string, string>, times: number) => {
  const answers = await repeat(times, async () => {
    const response = await fetch(url, { headers });
    return { status: response.status, code: v.parse(answerSchema, await response.json()).code };
  });
  return answers.filter(({ status, code }) => status === 429 && code === 429).length;
};

it("limits probes from other machines with HTTP 429, and exempts this machine's", async () => {
  const { url } = await start({ ADDRESS_LIMIT_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
  expect(await refused(`${url}/health`, { 'x-forwarded-for': '203.0.113.7' }, 8)).toBe(3);
  expect(await refused(`${url}/live`, { 'x-forwarded-for': '203.0.113.8' }, 8)).toBe(3);
  expect([await refused(`${url}/health`, {}, 20), await refused(`${url}/live`, {}, 20)]).toEqual([0, 0]);
});

it("doesn't exempt requests through a proxy on this machine", async () => {
  const { url } = await start({ ADDRESS_LIMIT_PER_MINUTE: '5' });
  expect(await refused(`${url}/health`, { 'x-forwarded-for': '127.0.0.1' }, 8)).toBe(3);
  // Both count against the same limit.
  expect(await refused(`${url}/live`, { 'x-forwarded-for': '127.0.0.1' }, 8)).toBe(8);
  expect([await refused(`${url}/health`, {}, 8), await refused(`${url}/live`, {}, 8)]).toEqual([0, 0]);
});
