import { randomUUID } from 'node:crypto';
import { type Answer, clockHeaders, parseInstant, SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { activityRecords, nonces, quizProgress } from '../database/schema.ts';
import { authorizationOf, callAs, pathOf, post, signed, tokenOf } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { startTestServer, testClock, type TestServer, testOrigin } from '../testing/test-server.ts';

let server: TestServer;
let household: TestHousehold;
let stranger: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  [household, stranger] = [await addHousehold(server.queries), await addHousehold(server.queries)];
});
afterAll(() => server.close());

const refusal = (code: number, words: keyof typeof copy): Answer => ({ code, msg: copy[words], data: null });
const shareUrl = () => `${server.url}${pathOf('shareRecord')}`;
const mine = () => ({ authorization: authorizationOf(household.userId) });

async function written(): Promise<number> {
  const counts = await Promise.all([server.queries.$count(activityRecords), server.queries.$count(quizProgress)]);
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('a call that does not hold is refused with nothing written', () => {
  it.each<[string, () => Promise<Answer>, Answer]>([
    ['a bad signature', () => post(shareUrl(), { ...signed({}), token: 'f'.repeat(64) }, mine()), refusal(400, 'server.sign')],
    ['no signature', () => post(shareUrl(), { time_stamp: String(Date.now()), nonce: randomUUID() }, mine()), refusal(400, 'server.sign')],
    ['a signature over other values', () => post(shareUrl(), { ...signed({ userId: household.userId }), userId: stranger.userId }, mine()), refusal(400, 'server.sign')],
    ['the other signer', () => post(shareUrl(), signed({}, { signer: 'aes-128-ecb', key: 'the signing key of the tests' }), mine()), refusal(400, 'server.sign')],
    ['an old time', () => post(shareUrl(), signed({ time_stamp: String(Date.now() - SIGNATURE_WINDOW_MS - 1_000) }), mine()), refusal(400, 'server.sign')],
    ['a time ahead', () => post(shareUrl(), signed({ time_stamp: String(Date.now() + SIGNATURE_WINDOW_MS + 5_000) }), mine()), refusal(400, 'server.sign')],
    ['business time as its time', () => post(shareUrl(), signed({ time_stamp: String(server.clock.business()) }), mine()), refusal(400, 'server.sign')],
    ['an unknown field', () => post(shareUrl(), signed({ admin: '1' }), mine()), refusal(400, 'server.param')],
    ['a field of another call', () => post(shareUrl(), signed({ correctAnswer: 'A' }), mine()), refusal(400, 'server.param')],
    ['a name inherited by every object', () => post(shareUrl(), signed({ constructor: '1' }), mine()), refusal(400, 'server.param')],
    ['a bad nonce', () => post(shareUrl(), signed({ nonce: 'short' }), mine()), refusal(400, 'server.param')],
    ['a NUL in a value', () => post(shareUrl(), signed({ phone: '\0' }), mine()), refusal(400, 'server.param')],
    ['no authorization', () => post(shareUrl(), signed({})), refusal(401, 'server.auth')],
    ['an expired token', () => post(shareUrl(), signed({}), { authorization: authorizationOf(household.userId, tokenOf(household.userId, 'full', Date.now() - 1)) }), refusal(401, 'server.auth')],
    ['a report token', () => post(shareUrl(), signed({}), { authorization: authorizationOf(household.userId, tokenOf(household.userId, 'report')) }), refusal(401, 'server.auth')],
    ["another user's token", () => post(shareUrl(), signed({}), { authorization: authorizationOf(household.userId, tokenOf(stranger.userId)) }), refusal(401, 'server.auth')],
    ['a token of nobody we know', () => post(shareUrl(), signed({}), { authorization: authorizationOf('nobody') }), refusal(401, 'server.auth')],
    ['a foreign fridge, correctly signed', () => callAs(household, server.url, 'shareRecord', { ...household, fridgeId: stranger.fridgeId }), refusal(403, 'server.param')],
    ['a foreign home, correctly signed', () => callAs(household, server.url, 'shareRecord', { homeId: stranger.homeId }), refusal(403, 'server.param')],
    ['a foreign phone, correctly signed', () => callAs(household, server.url, 'shareRecord', { phone: stranger.phone }), refusal(403, 'server.param')],
    ['a foreign user, correctly signed', () => callAs(household, server.url, 'shareRecord', { userId: stranger.userId }), refusal(403, 'server.param')],
    ['an opaque name nobody knows', () => post(`${server.url}/activity2023/guess`, signed({}), mine()), refusal(400, 'server.param')],
    ['a path nobody knows', () => post(`${server.url}/activity/nothing`, signed({}), mine()), refusal(400, 'server.param')],
    ['a body of 10 MB', () => post(shareUrl(), signed({ phone: 'x'.repeat(10 * 1024 * 1024) }), mine()), refusal(413, 'server.param')],
  ])('%s', async (_, attempt, expected) => {
    const before = await written();
    expect(await attempt()).toEqual(expected);
    expect(await written()).toBe(before);
  });

  it.each<[string, RequestInit]>([
    ['JSON instead of a form', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    ['broken JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['another type', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['no body', { method: 'POST' }],
    ['another method', { method: 'GET' }],
    ['a repeated field', { method: 'POST', body: 'nonce=a&nonce=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ])('%s is bad input, in the envelope', async (_, request) => {
    const response = await fetch(shareUrl(), request);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(refusal(400, 'server.param'));
  });

  it('a replayed request, even when both arrive at once', async () => {
    const form = signed({});
    const answers = await Promise.all([post(shareUrl(), form, mine()), post(shareUrl(), form, mine()), post(shareUrl(), form, mine())]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 409, 409]);
    expect(await post(shareUrl(), form, mine())).toEqual(refusal(409, 'server.sign'));
  });

  it('leaves no nonce of a request that was not authorized', async () => {
    const before = await server.queries.$count(nonces);
    await post(shareUrl(), signed({}));
    expect(await server.queries.$count(nonces)).toBe(before);
  });
});

describe('every answer', () => {
  it.each([['GET', '/health'], ['POST', '/activity/shareRecord'], ['GET', '/nowhere'], ['POST', '/demo/login']])('of %s %s carries both clocks, readable across origins', async (method, path) => {
    const response = await fetch(`${server.url}${path}`, { method, headers: { origin: testOrigin } });
    const [real, business] = Object.values(clockHeaders).map((name) => Number(response.headers.get(name)));
    expect(Math.abs((real ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((business ?? 0) - (parseInstant(testClock) ?? 0)).toBeGreaterThanOrEqual(0);
    expect(response.headers.get('access-control-allow-origin')).toBe(testOrigin);
    for (const name of Object.values(clockHeaders)) expect(response.headers.get('access-control-expose-headers')).toContain(name);
  });

  it('to a preflight may be kept, and allows what a call needs', async () => {
    const response = await fetch(shareUrl(), {
      method: 'OPTIONS',
      headers: { origin: testOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.each(['POST', 'OPTIONS'])('to a %s from another origin carries no CORS header', async (method) => {
    const response = await fetch(shareUrl(), { method, headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

it('has no demonstration calls without DEMO=1', async () => {
  for (const path of ['login', 'households', 'profile', 'home', 'addDevice', 'anything']) {
    const response = await fetch(`${server.url}/demo/${path}`, { method: 'POST' });
    expect(response.status).toBe(404);
  }
});
